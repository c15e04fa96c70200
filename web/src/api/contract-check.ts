// First: the order of the imports is the order in which they run.
import 'contracts/without-eval'
import { api } from 'contracts/api'
import { checkAnswer } from 'contracts/check'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { describeFinding } from 'contracts/finding'

/** Loaded only where answers are checked against their contracts, so that shoppers download no schema. */
const byKey = new Map(
  Object.values(api).flatMap((resource) =>
    Object.values(resource).map((declared: Endpoint) => [endpointKey(declared) as string, declared] as const),
  ),
)

/** What breaks the contract in an answer, without anything that the host sent: a key that is not declared is left out of the path. */
export function rulesOf(
  key: string,
  status: number,
  body: unknown,
): { call: string; rule: string; where: string }[] {
  const declared = byKey.get(key)
  if (!declared) return []
  return checkAnswer(declared, status, body)
    .filter((finding) => finding.class !== 'additive')
    .map(({ rule, where }) => ({
      call: key,
      rule,
      where: where.replace(/\["[^\]]*"\]/g, '[*]').slice(0, 300),
    }))
}

/** What breaks the contract in an answer, one sentence each; extra fields are for the harness, not here. */
export function findingsOf(key: string, status: number, body: unknown): string[] {
  const declared = byKey.get(key)
  if (!declared) return []
  return checkAnswer(declared, status, body)
    .filter((finding) => finding.class === 'breaking')
    .map(describeFinding)
}
