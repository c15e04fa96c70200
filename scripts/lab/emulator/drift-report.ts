import type { RandomSource } from 'mock-server/world/random-source'
import { hostileText, pick } from './random-input.ts'

const RULES = [
  ...['status', 'access', 'too-large', 'redirect', 'content-type', 'cors', 'cache', 'not-json', 'encoding'],
  ...['refused', 'type', 'missing', 'extra', 'value', 'enum-value', 'format', 'null'],
]
const PLACES = [
  '$',
  '$[]',
  '$.products[].price',
  '$.products',
  '$headers.x-y',
  '$headers.content-length',
  '$status',
]
const SEEN = [
  '200',
  '500',
  '404',
  'missing',
  'null',
  'string',
  'array',
  '302 to /',
  '301 to http://a b',
  'text/html',
]

/** Generates a report in the harness's format with unusual findings. */
export function driftReport(random: RandomSource) {
  const odd = (usual: readonly string[]) =>
    random.fraction() < 0.8 ? pick(random, usual) : hostileText(random)
  const finding = () => ({
    ...{ class: 'breaking', verdict: 'cannot tell', count: 1, case: 'a case', curl: 'curl' },
    rule: pick(random, RULES),
    where: odd(PLACES),
    expected: odd(SEEN),
    actual: odd(SEEN),
  })
  const endpoint = (name: string, path: string) => ({
    ...{ name, path, method: 'GET', status: 'drift', evidence: { kind: 'live', text: 'now' } },
    findings: [finding(), finding()],
  })
  return {
    target: 'https://host.example',
    startedAt: '2026-11-20T09:00:00Z',
    endpoints: [
      endpoint('banners.list', '/banners'),
      endpoint('products.latest', '/products/latest'),
      endpoint('customer.info', pick(random, ['/customer/info', '/customer/*', '/{a}{b}{c}/{d}'])),
    ],
  }
}
