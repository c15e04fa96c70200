import type { StagingOptions } from '../../src/case.ts'
import { isSelected, planStaging } from '../plan.ts'
import type { Exchange } from '../send/exchange.ts'
import type { Host } from '../send/host.ts'
import { runCases } from './cases.ts'
import { runRelations } from './relations.ts'

/**
 * Sends the staging steps to a host that nobody else is using, and checks the relations after each step, before the next
 * one changes the data.
 * @param cases exchanges of the cases, from whose responses values are chosen
 * @returns an exchange per selected step and violation
 */
export async function runStaging(
  host: Host,
  cases: readonly Exchange[],
  options: StagingOptions,
  only: readonly string[] | null,
): Promise<Exchange[]> {
  const { contracts, values } = host
  const bodyOf = (name: string) => cases.find((exchange) => exchange.name === name)?.response?.body
  Object.assign(values, contracts.staging?.values(options, bodyOf))
  const found = new Map<string, Exchange>()
  // Steps that are not selected are also sent, because later steps need their values.
  const isReported = ({ name, endpoint }: Exchange) => isSelected(name, endpoint, only)
  await runCases(host, planStaging(contracts), async (step) => {
    if (!isReported(step)) return
    for (const exchange of await runRelations(host, step)) {
      const { name, example, findings } = exchange
      const key = `${name} ${findings[0]?.where ?? example.title}`
      if (!found.has(key)) found.set(key, exchange)
    }
  })
  return [...host.exchanges.filter(isReported), ...found.values()]
}
