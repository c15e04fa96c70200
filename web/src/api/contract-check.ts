// Must be the first import, because imports run in order.
import 'contracts/without-eval'
import { api } from 'contracts/api'
import { checkResponse } from 'contracts/check'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { describeFinding, type Finding } from 'contracts/finding'

/** All endpoints by key. This module is loaded only if responses are checked, so that shoppers download no schemas. */
const byKey = new Map(
  Object.values(api).flatMap((resource) =>
    Object.values(resource).map((declared: Endpoint) => [endpointKey(declared) as string, declared] as const),
  ),
)

function check(key: string, status: number, body: unknown): Finding[] {
  const declared = byKey.get(key)
  return declared ? checkResponse(declared, status, body) : []
}

/** Returns the contract violations of a response without its values. Undeclared keys are removed from the paths. */
export function rulesOf(
  key: string,
  status: number,
  body: unknown,
): { call: string; rule: string; where: string }[] {
  return check(key, status, body)
    .filter((finding) => finding.class !== 'additive')
    .map(({ rule, where }) => ({
      call: key,
      rule,
      where: where.replace(/\["[^\]]*"\]/g, '[*]').slice(0, 300),
    }))
}

/** Describes the contract violations of a response, except extra fields. */
export function findingsOf(key: string, status: number, body: unknown): string[] {
  return check(key, status, body)
    .filter((finding) => finding.class === 'breaking')
    .map(describeFinding)
}
