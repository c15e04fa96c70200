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

/** What breaks the contract in an answer, one sentence each; extra fields are for the harness, not here. */
export function findingsOf(key: string, status: number, body: unknown): string[] {
  const declared = byKey.get(key)
  if (!declared) return []
  return checkAnswer(declared, status, body)
    .filter((finding) => finding.class === 'breaking')
    .map(describeFinding)
}
