import type { Case, Values } from '../../src/case.ts'
import { type Contracts, liveReadsOf } from '../../src/contracts.ts'
import type { CaseRequest, Endpoint } from '../../src/endpoint.ts'
import {
  imagesOf,
  isLogin,
  isSelected,
  missingParameterOf,
  type PlanOptions,
  pathOf,
  planCases,
  planStaging,
  requestsOf,
} from '../plan.ts'

/** Lists every request that a run would send, with its reason. Values from earlier responses are shown in braces. */
export function formatDryRun(
  contracts: Contracts,
  origin: string,
  options: PlanOptions & { hasToken: boolean },
): string {
  const { endpoints, prefix, probes, placeholders, valueLabels } = contracts
  const reads = liveReadsOf(contracts)
  const formatLine = (method: string, url: string, ...remarks: string[]) =>
    `${method.padEnd(6)} ${url}  ${remarks.filter(Boolean).join('; ')}`
  const cases = planCases(contracts, options)
    .filter(({ testCase }) => testCase.as !== 'customer' || options.hasToken)
    .map(({ name, endpoint, testCase, isUnreported }) => {
      const request = exampleRequestOf(testCase, placeholders)
      const unfilled = request && missingParameterOf(endpoint, request)
      const path = pathOf(contracts, endpoint, withPlaceholders(endpoint, request ?? {}))
      const sender = { customer: 'with the token', 'invalid-token': 'with an invalid token', anonymous: '' }
      const reason = () => {
        if (unfilled) return `not sent: its request has no value for the parameter ${unfilled}`
        if (isUnreported) return `not reported: ${describeUnreported(testCase)}`
        if (endpoint.method === 'GET') return reads[name] ?? ''
        if (isLogin(contracts, name)) return 'login'
        return testCase.cleanup ?? 'rejected, so it changes nothing'
      }
      const url = origin + path.replaceAll('%7B', '{').replaceAll('%7D', '}')
      return formatLine(endpoint.method, url, testCase.title, sender[testCase.as ?? 'anonymous'], reason())
    })
  const images = imagesOf(contracts, options.only).map(({ name, endpoint: { path, summary } }) =>
    formatLine('GET', origin + path, summary, reads[name] ?? ''),
  )
  const probeLines = probes
    .filter(
      ({ name, as }) => isSelected(name, endpoints[name] ?? null, options.only) && (!as || options.hasToken),
    )
    .flatMap(({ title, reason, sends }) =>
      sends.map((request) => {
        const [method = '', path = ''] = request.split(' ')
        return formatLine(method, path.startsWith('/') ? origin + path : path, `probe: ${title}`, reason)
      }),
    )
  const steps = (options.includesStaging ? planStaging(contracts) : []).map(({ endpoint, testCase }) => {
    const sender = testCase.token ? `with ${valueLabels[testCase.token]}` : 'without a token'
    const url = origin + prefix + endpoint.path
    return formatLine(endpoint.method, url, `staging: ${testCase.title}`, sender, testCase.cleanup ?? '')
  })
  return `${[...cases, ...images, ...probeLines, ...steps].join('\n')}\n`
}

const describeUnreported = ({ removes }: Case): string =>
  removes ? `removes the ${removes}` : 'later requests depend on it'

/**
 * Returns the first request of a case, with placeholders for values, or undefined if it can be created from real
 * values only.
 */
function exampleRequestOf(testCase: Case, placeholders: Values): CaseRequest | undefined {
  const planned = requestsOf(testCase, placeholders)
  return 'requests' in planned ? planned.requests[0] : undefined
}

/** Adds the names of missing parameters of the path in braces. */
function withPlaceholders({ path }: Endpoint, request: CaseRequest): CaseRequest {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const { params } = request
  return {
    ...request,
    params: Object.fromEntries(names.map((name) => [name, params?.[name] ?? `{${name}}`])),
  }
}
