import { expect, test } from 'vitest'
import type { EndpointReport, Report } from '../../../contracts/harness/report/report.ts'
import { harmfulCauses } from '../impact.ts'

const finding = (
  change: Partial<EndpointReport['findings'][number]>,
): EndpointReport['findings'][number] => ({
  ...{ class: 'breaking', rule: 'type', where: '$.price', expected: 'a number', actual: 'text' },
  ...{ verdict: 'provider drifted', count: 1, case: 'a case', curl: 'curl' },
  ...change,
})

const endpoint = (name: string, findings: EndpointReport['findings']): EndpointReport => ({
  ...{ name, method: 'GET', path: `/${name}`, status: 'drift', evidence: { kind: 'never', text: 'never' } },
  ...{ findings, accepted: [], emulator: [finding({})], notes: [], requests: 1, ms: 1 },
})

test('returns each shared cause once, and skips additive findings and findings of the emulator', () => {
  const page = finding({ rule: 'not-json', where: '$', actual: 'an HTML page' })
  const endpoints = [
    endpoint('banners.list', [page]),
    endpoint('config.get', [page, finding({ class: 'additive', rule: 'extra', where: '$.motto' })]),
    endpoint('products.latest', [finding({})]),
  ]
  const causes = harmfulCauses({ endpoints } as Report)
  expect(causes.map((each) => [each.finding.rule, each.endpoints.length])).toEqual([
    ['not-json', 2],
    ['type', 1],
  ])
})
