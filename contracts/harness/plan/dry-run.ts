import type { Case } from '../../cases/case.ts'
import type { CaseRequest, Endpoint } from '../../src/endpoint.ts'
import { undoneBy } from '../send/run-staging.ts'
import { type Contracts, readsOf } from './contracts.ts'
import { isSelected, type PlanOptions, pathOf, planCases, requestsOf } from './plan-cases.ts'

/** Formats every request that a run would send, with its reason. Values from earlier responses are shown in braces. */
export function printDryRun(
  contracts: Contracts,
  origin: string,
  options: PlanOptions & { hasToken: boolean; staging: boolean },
): string {
  const { endpoints, images, login, prefix, probes: declaredProbes } = contracts
  const reads = readsOf(contracts)
  const lines = planCases(contracts, options).flatMap(({ name, declared, each, silent }) => {
    if (each.as === 'customer' && !options.hasToken) return []
    const request = exampleOf(contracts, each)
    const why = silent
      ? 'for its values'
      : declared.method === 'GET'
        ? reads[name]
        : name === login?.endpoint
          ? 'the log-in'
          : (each.undoneBy ?? 'rejected, so it changes nothing')
    const who =
      each.as === 'customer' ? 'with the token' : each.as === 'invalid-token' ? 'with an invalid token' : ''
    const path = pathOf(contracts, declared, request).replaceAll('%7B', '{').replaceAll('%7D', '}')
    return [
      `${declared.method.padEnd(6)} ${origin}${path}  ${[each.title, who, why].filter(Boolean).join('; ')}`,
    ]
  })
  const imageList = images
    .filter(({ name }) => isSelected(name, null, options.only))
    .map(({ name, path, what }) => `GET    ${origin}${path}  ${what}; ${reads[name]}`)
  const probes = declaredProbes
    .filter(({ name }) => isSelected(name, endpoints[name] ?? null, options.only))
    .flatMap(({ title, reason, sends }) =>
      sends.map((each) => {
        const [method = '', path = ''] = each.split(' ')
        const url = path.startsWith('/') ? origin + path : path
        return `${method.padEnd(6)} ${url}  probe: ${title}; ${reason}`
      }),
    )
  const staging = options.staging
    ? contracts.staging.map((step) => {
        const { method, path } = endpoints[step.name] as Endpoint
        const who =
          step.as === undefined
            ? 'without a token'
            : `as the ${step.as === 'other' ? 'second' : 'run’s'} account`
        return `${method.padEnd(6)} ${origin}${prefix}${path}  staging: ${step.title}; ${who}; ${undoneBy(step, contracts.staging)}`
      })
    : []
  return `${[...lines, ...imageList, ...probes, ...staging].join('\n')}\n`
}

/** Returns the first request of a case with placeholders for values. */
function exampleOf({ placeholders }: Contracts, each: Case): CaseRequest {
  try {
    const made = requestsOf(each, placeholders)
    return 'requests' in made ? (made.requests[0] ?? {}) : {}
  } catch {
    return {}
  }
}
