import type { StagingOptions } from '../../src/case.ts'
import type { CheckResult } from '../check-result.ts'
import { isSelected, planStaging } from '../plan.ts'
import type { Host } from '../send/host.ts'
import { runCases } from './cases.ts'
import { checkRelations } from './relations.ts'

/**
 * Sends the staging steps to a host that nobody else is using, and checks the relations after each step, before the
 * next one changes the data.
 * @param cases results of the cases, from whose responses values are chosen
 * @returns a result per selected step and violation
 */
export async function runStaging(
  host: Host,
  cases: readonly CheckResult[],
  options: StagingOptions,
  only: readonly string[] | null,
): Promise<CheckResult[]> {
  const { contracts, values } = host
  const bodyOf = (name: string) => cases.find((result) => result.name === name)?.response?.body
  Object.assign(values, contracts.staging?.values(options, bodyOf))
  const violations = new Map<string, CheckResult>()
  // Steps that are not selected are also sent, because later steps need their values.
  const isReported = ({ name, endpoint }: CheckResult) => isSelected(name, endpoint, only)
  await runCases(host, planStaging(contracts), async (step) => {
    if (!isReported(step)) return
    for (const result of await checkRelations(host, { latest: step })) {
      const { name, testCase, findings } = result
      const key = `${name} ${findings[0]?.where ?? testCase.title}`
      if (!violations.has(key)) violations.set(key, result)
    }
  })
  return [...host.results.filter(isReported), ...violations.values()]
}
