// Must be the first import, because imports run in order.
import 'contracts/without-eval'
import { api } from 'contracts/api'
import { checkResponse } from 'contracts/check'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { describeFinding } from 'contracts/finding'

/** All endpoints by key. This module is loaded only if responses are checked, so that shoppers download no schemas. */
const byKey = new Map(
  Object.values(api).flatMap((resource) =>
    Object.values(resource).map((declared: Endpoint) => [endpointKey(declared) as string, declared] as const),
  ),
)

/** Describes the contract violations of a response, except extra fields. */
export function findingsOf(key: string, status: number, body: unknown): string[] {
  const declared = byKey.get(key)
  if (!declared) return []
  return checkResponse(declared, status, body)
    .filter((finding) => finding.class === 'breaking')
    .map(describeFinding)
}
