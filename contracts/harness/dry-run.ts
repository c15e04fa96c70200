import type { Known } from '../cases/case.ts'
import { API_PREFIX } from '../src/client.ts'
import type { Endpoint } from '../src/endpoint.ts'
import { isSelected, type PlanOptions, pathOf, planCases, requestsOf } from './plan.ts'
import { ENDPOINTS, IMAGE_PLACES, LOGIN, READS } from './reads.ts'
import { PROBES } from './run-probes.ts'
import { STAGING_STEPS, undoneBy } from './run-staging.ts'

/** Values that only a run can give, by what they will be. */
const PLACEHOLDERS: Required<Known> = {
  productId: 0,
  productIds: ['{product}'],
  categoryIds: ['{category}'],
  parentIds: ['{category}'],
  words: ['{word}'],
  productFiles: ['{file}'],
  bannerFiles: ['{file}'],
  wishProductId: 0,
  addressId: 0,
  customerId: 0,
  email: '$PROVIDER_EMAIL',
  password: '$PROVIDER_PASSWORD',
}

/** Every request that a run would send, a line each with its reason. Values from earlier answers are shown in braces. */
export function printDryRun(
  origin: string,
  options: PlanOptions & { hasToken: boolean; staging: boolean },
): string {
  const lines = planCases(options).flatMap(({ name, declared, each, silent }) => {
    if (each.as === 'customer' && !options.hasToken) return []
    const made = requestsOf(each, PLACEHOLDERS)
    const request = 'requests' in made ? (made.requests[0] ?? {}) : {}
    const why = silent
      ? 'for the values it gives'
      : declared.method === 'GET'
        ? READS[name]
        : name === LOGIN
          ? 'the one log-in'
          : (each.undoneBy ?? 'refused, so it changes nothing')
    const who =
      each.as === 'customer' ? 'with the token' : each.as === 'invalid-token' ? 'with an invalid token' : ''
    const path = pathOf(declared, request).replaceAll('%7B', '{').replaceAll('%7D', '}')
    return [
      `${declared.method.padEnd(6)} ${origin}${path}  ${[each.title, who, why].filter(Boolean).join('; ')}`,
    ]
  })
  const pictures = IMAGE_PLACES.filter(({ name }) => isSelected(name, null, options.only)).map(
    ({ name, path, what }) => `GET    ${origin}${path}  ${what}; ${READS[name]}`,
  )
  const probes = PROBES.filter(({ name }) => isSelected(name, ENDPOINTS[name] ?? null, options.only)).flatMap(
    ({ title, reason, asks }) =>
      asks.map((each) => {
        const [method = '', path = ''] = each.split(' ')
        const url = path.startsWith('/') ? origin + path : path
        return `${method.padEnd(6)} ${url}  probe: ${title}; ${reason}`
      }),
  )
  const staging = options.staging
    ? STAGING_STEPS.map((step) => {
        const { method, path } = ENDPOINTS[step.name] as Endpoint
        const who =
          step.as === 'anonymous'
            ? 'without a token'
            : `as the ${step.as === 'other' ? 'second' : 'run’s'} account`
        return `${method.padEnd(6)} ${origin}${API_PREFIX}${path}  staging: ${step.title}; ${who}; ${undoneBy(step)}`
      })
    : []
  return `${[...lines, ...pictures, ...probes, ...staging].join('\n')}\n`
}
