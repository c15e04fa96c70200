import type { StagingOptions } from '../../src/case.ts'
import { isSelected, planStaging } from '../plan.ts'
import type { Exchange, Host } from '../send/exchange.ts'
import { sendCases } from '../send/send-cases.ts'
import { checkRelations } from './relation.ts'
import { checkExchange } from './response.ts'

/**
 * Sends the staging steps to a host that nobody else is using, and checks the relations after each step, before the next
 * one changes the data.
 * @param cases exchanges of the cases, from whose responses values are chosen
 * @returns an exchange per selected step and violation
 */
export async function checkStaging(
  host: Host,
  cases: readonly Exchange[],
  options: StagingOptions,
  only: readonly string[] | null,
): Promise<Exchange[]> {
  const { contracts, values } = host
  const bodyOf = (name: string) => cases.find((exchange) => exchange.name === name)?.response?.body
  Object.assign(values, contracts.staging?.values(options, bodyOf))
  const selected: Exchange[] = []
  const reported = new Set<string>()
  const steps = planStaging(contracts)
  host.report({ kind: 'start', cases: steps.length })
  for await (const exchange of sendCases(host, steps)) {
    const { example, response } = checkExchange(host, exchange)
    if (response && response.status < 300 && exchange.findings.length === 0)
      exchange.findings.push(...(example.compare?.(response.body, values) ?? []))
    // Steps that are not selected are also sent, because later steps need their values.
    if (!isSelected(exchange.name, exchange.endpoint, only)) continue
    for (const violation of await checkRelations(host, exchange)) {
      const key = `${violation.name} ${violation.findings[0]?.where}`
      if (!reported.has(key)) selected.push(violation)
      reported.add(key)
    }
  }
  const validated = host.exchanges.filter(({ name, endpoint }) => isSelected(name, endpoint, only))
  return [...validated, ...selected]
}
