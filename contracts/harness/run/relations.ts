import { isAmong, isRead, violationsOf } from '../check/relation.ts'
import { checkExchange } from '../check/response.ts'
import type { Exchange } from '../send/exchange.ts'
import type { Host } from '../send/host.ts'
import { sendAgain } from '../send/send-case.ts'
import { MAX_REQUESTS } from './probes.ts'

/** Maximum number of reads that are repeated to confirm violations. */
const MAX_REPEATED = 8

/**
 * Checks the relations between the responses of a run. Before a violation is reported, the reads involved are repeated
 * and the relation is checked again, because data may change during the run.
 * @param latest the only read that may be repeated after a write, because repeating earlier reads would return a later
 * state
 * @returns an exchange for each violation, and for each relation that was left out
 */
export async function runRelations(host: Host, latest?: Exchange): Promise<Exchange[]> {
  const { contracts, session } = host
  const exchanges = host.exchanges.filter(({ kind }) => kind === 'case')
  const { violations, leftOut } = violationsOf(contracts.relations, exchanges)
  const isRenewable = (exchange: Exchange, sides: readonly Exchange[]) =>
    latest ? exchange === latest : session.counted() < MAX_REQUESTS && sides.every(isRead)
  const renewed = new Map<Exchange, Exchange>()
  for (const { sides } of violations)
    for (const exchange of sides.filter((side) => !renewed.has(side))) {
      const isRepeated = isRead(exchange) && isRenewable(exchange, sides) && renewed.size < MAX_REPEATED
      const repeated = isRepeated ? checkExchange(host, await sendAgain(host, exchange)) : {}
      renewed.set(exchange, { ...exchange, ...repeated })
    }
  // Ignores reads that were not repeated, because they may be outdated.
  const current = exchanges.flatMap((exchange) => renewed.get(exchange) ?? (isRead(exchange) ? [] : exchange))
  const confirmed = violations.length > 0 ? violationsOf(contracts.relations, current).violations : []
  const reported = violations.flatMap((violation): Exchange[] => {
    const { exchange, sides } = violation
    if (isAmong(confirmed, violation)) return [exchange]
    // Without a response, the violation is neither confirmed nor refuted.
    const failed = sides.map((side) => renewed.get(side)).find((side) => side?.state === 'error')
    return failed ? [{ ...exchange, state: 'error', reason: failed.reason ?? '', findings: [] }] : []
  })
  return [...leftOut, ...reported]
}
