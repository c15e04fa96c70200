import { describe, expect, test } from 'vitest'
import { toPrintableJson } from '../../src/command-line/printable.ts'
import { findingWith, problemWith, reportWith, rowWith } from '../../test/reports.ts'
import { formatHtml } from './format-html.ts'
import { formatJunit } from './format-junit.ts'
import { formatMarkdown } from './format-markdown.ts'
import { formatTerminal } from './format-terminal.ts'
import { FORMATTERS } from './formatters.ts'
import type { EndpointReport, Report } from './report.ts'

/** Returns a report that contains `foreign` in every text that may come from a host. */
function reportOf(foreign: string): Report {
  const finding = findingWith({
    where: `$.${foreign}`,
    expected: foreign,
    actual: foreign,
    rule: foreign,
    count: 2,
    case: foreign,
    sample: { [foreign]: foreign },
    curl: `curl '${foreign}'`,
    response: {
      method: 'GET',
      url: foreign,
      status: 200,
      at: foreign,
      ms: 1,
      requestId: foreign,
      excerpt: foreign,
    },
  })
  const endpoint = rowWith({
    name: 'banners.list',
    path: '/banners',
    status: 'drift',
    reason: foreign,
    evidence: { kind: 'live', text: foreign },
    findings: [finding, { ...finding, class: 'additive' }],
    accepted: [{ ...finding, reason: foreign, owner: foreign, until: '2027-01-31' }],
    assumptions: [finding],
    emulator: [finding],
    pages: [foreign],
    notes: [foreign],
  })
  return reportWith({
    target: `https://host.test/${foreign}`,
    startedAt: foreign,
    versions: { tool: foreign, contract: foreign },
    leftBehind: [foreign],
    endpoints: [
      endpoint,
      { ...endpoint, status: 'skipped', findings: [], emulator: [] },
      { ...endpoint, status: 'error', findings: [], emulator: [] },
    ],
    baseline: [problemWith({ path: foreign, rule: foreign, reason: foreign })],
    summary: { exitCode: 1, outcome: foreign, endpoints: 3, pass: 0, drift: 1, additive: 1 },
  })
}

const outputsOf = (report: Report): Record<string, string> => ({
  terminal: formatTerminal(report),
  ...Object.fromEntries(Object.entries(FORMATTERS).map(([name, format]) => [name, format(report)])),
})

/** Examples of every kind: C0, DEL, C1, line separators, bidi, zero width, a tag, lone surrogates, noncharacters. */
const FORBIDDEN = [
  '\u0000',
  '\u0007',
  '\b',
  '\t',
  '\r',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u2028',
  '\u2029',
  '\u061c',
  '\u200b',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u{e0001}',
  '\ud800',
  '\udfff',
  '\ufffe',
  '\uffff',
]

test('output contains no characters that control a terminal, reorder text or are forbidden in XML', () => {
  const outputs = outputsOf(reportOf(`a${FORBIDDEN.join('b')}c\u001b[31md\u001b]0;title\u0007e`))
  for (const [name, output] of Object.entries(outputs))
    for (const each of FORBIDDEN) expect(output.includes(each), name).toBe(false)
  // JSON contains them in escaped form.
  const value = { [FORBIDDEN.join('')]: `€ ${FORBIDDEN.join('')}` }
  expect(JSON.parse(toPrintableJson(value))).toEqual(value)
})

test('line breaks in text from a host do not add lines to the output', () => {
  const linesOf = (text: string) =>
    Object.entries(outputsOf(reportOf(text))).map(([name, output]) => [name, output.split('\n').length])
  expect(linesOf('a\nb')).toEqual(linesOf('a b'))
})

test('JUnit XML is well formed for any text', () => {
  const xml = formatJunit(reportOf(`]]>&<">${FORBIDDEN.join('')}`))
  const inside = xml.replace(/<[^<>]*>/g, '')
  expect(inside).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/)
  // The characters that XML 1.0 allows.
  expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
})

test("JUnit XML counts skipped endpoints where the schema of Jenkins' xUnit plugin allows it", () => {
  const xml = formatJunit(reportWith({ endpoints: [rowWith({ status: 'skipped', reason: 'no token' })] }))
  expect(xml.match(/<testsuites? [^>]*>/g)?.map((tag) => /skipped="\d"/.exec(tag)?.[0])).toEqual([
    undefined,
    'skipped="1"',
  ])
})

test.each(['`', '``', '```', '`````sh', 'a``b```'])(
  'Markdown fences are longer than the backticks of %s',
  (ticks) => {
    const markdown = formatMarkdown(reportOf(ticks))
    const longest = Math.max(...(ticks.match(/`+/g) ?? []).map((run) => run.length))
    const block = markdown.match(/^ {2}(`{3,})sh\n {2}(.*)\n {2}\1$/m)
    expect(block?.[2]).toBe(`curl '${ticks}'`)
    expect(block?.[1]?.length).toBeGreaterThan(longest)
    const span = markdown.match(/expected (`+) (.*?) \1, got/)
    expect(span?.[2]).toBe(ticks)
    expect(span?.[1]?.length).not.toBe(longest)
  },
)

test('text from a host is always code in Markdown, and adds no table cells', () => {
  // GitHub finds mentions, references and URLs after it has decoded character references, but not in code.
  const text = '![x](http://evil.test) @everyone <img> a|b #1 **c** www.evil.test \\` _d_'
  const report = reportOf(text)
  const markdown = formatMarkdown({
    ...report,
    endpoints: report.endpoints.map((endpoint) => ({ ...endpoint, name: text, method: text, path: text })),
    baseline: report.baseline.map((entry) => ({ ...entry, endpoint: text })),
  })
  const outsideOfCode = markdown.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
  expect(outsideOfCode).not.toMatch(/evil|everyone|img|a\\?\|b|#1|\*\*c|_d_|\]\(/)
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'))
  for (const row of rows) expect(row.match(/(?<!\\)\|/g), row).toHaveLength(6)
})

describe('an endpoint with only additive findings', () => {
  const report = reportOf('x')
  const [endpoint] = report.endpoints as [EndpointReport]
  const additive: Report = {
    ...report,
    endpoints: [{ ...endpoint, findings: endpoint.findings.slice(1), emulator: [] }],
    summary: { ...report.summary, exitCode: 0, outcome: 'the contract is kept at 1 endpoint' },
  }

  test('has the status additive, and is not counted as drift', () => {
    expect(formatTerminal(additive)).toMatch(/^additive banners\.list/m)
    expect(formatTerminal(additive)).toContain('0 ok, 1 additive, 0 drift')
    expect(formatMarkdown(additive)).toContain('| ➕ | `banners.list GET /banners`')
    expect(formatHtml(additive)).toContain('<td>additive</td>')
    for (const output of [formatTerminal(additive), formatMarkdown(additive)])
      expect(output).not.toMatch(/DRIFT|❌/)
  })

  test('keeps the status drift in report.json', () => {
    expect(JSON.parse(toPrintableJson(additive)).endpoints[0].status).toBe('drift')
  })
})

const drifted = rowWith({ name: 'banners.list', status: 'drift', findings: [findingWith()], pages: ['home'] })
const extra = rowWith({ status: 'drift', findings: [findingWith({ class: 'additive', rule: 'extra' })] })

test.each<[exitCode: number, failed: string, Partial<Report>]>([
  [1, 'failures="2" errors="0"', { endpoints: [drifted] }],
  [1, 'failures="2" errors="0"', { baseline: [problemWith()] }],
  [3, 'failures="2" errors="0"', { endpoints: [extra] }],
  [4, 'failures="0" errors="2"', { endpoints: [rowWith({ status: 'error', reason: 'down' })] }],
  [4, 'failures="0" errors="1"', { host: 'silent' }],
  [5, 'failures="0" errors="1"', { endpoints: [rowWith({ status: 'skipped' })] }],
  [6, 'failures="2" errors="0"', { endpoints: [rowWith({ emulator: [findingWith()] })] }],
  [130, 'failures="0" errors="1"', {}],
  [0, 'failures="0" errors="0"', { endpoints: [extra] }],
])('JUnit fails if the exit code is %i: %s', (exitCode, failed, change) => {
  expect(formatJunit(reportWith({ ...change, summary: { exitCode } }))).toContain(failed)
})

describe('a report', () => {
  const report = reportWith({
    endpoints: [
      drifted,
      rowWith({
        assumptions: [findingWith({ where: '$.assumed' })],
        accepted: [
          { ...findingWith({ where: '$.late' }), owner: 'Ben', until: '2027-02-01', reason: 'r' },
          { ...findingWith({ where: '$.early' }), owner: 'Ada', until: '2027-01-01', reason: 'r' },
        ],
      }),
    ],
    baseline: [problemWith()],
    summary: { exitCode: 1 },
  })

  test('of a host that could not be validated contains no endpoints', () => {
    const foreign = reportWith({
      host: 'foreign',
      endpoints: [rowWith({ name: 'banners.list', status: 'error', reason: 'not validated' })],
    })
    expect(formatTerminal(foreign).trim().split('\n')).toHaveLength(1)
    for (const format of [formatMarkdown, formatHtml]) expect(format(foreign)).not.toContain('banners.list')
    const drifted = reportWith({
      host: 'foreign',
      endpoints: [rowWith({ name: 'banners.list', status: 'error', findings: [findingWith()] })],
    })
    expect(formatTerminal(drifted)).toMatch(/^BREAKING {2}banners\.list/)
    expect(formatJunit(foreign).match(/<testcase/g)).toHaveLength(1)
  })

  test('shows a cause that affects several endpoints once', () => {
    const finding = findingWith({ where: '$', actual: 'an HTML page' })
    const endpoints = ['a', 'b', 'c'].map((name) => rowWith({ name, status: 'drift', findings: [finding] }))
    const broken = reportWith({ endpoints, summary: { exitCode: 1 } })
    expect(formatTerminal(broken).match(/^BREAKING.*/gm)).toEqual(['BREAKING  3 endpoints (a, b, c)  $'])
    expect(formatMarkdown(broken).match(/\*\*breaking\*\*/g)).toHaveLength(1)
  })

  test('contains only findings with --quiet, and nothing if there is none', () => {
    expect(formatTerminal(report, true)).not.toContain('DRIFT')
    expect(formatTerminal(report, true)).toContain('BREAKING')
    expect(formatTerminal(reportWith(), true)).toBe('')
    expect(formatTerminal(reportWith({ leftBehind: ['order 7'] }), true)).toContain('order 7')
    expect(formatTerminal(reportWith({ endpoints: [extra] }), true)).toMatch(/^ADDITIVE/m)
    const endpoints = [rowWith(), rowWith({ name: 'b.list', status: 'error' })]
    const failed = formatTerminal(reportWith({ endpoints, summary: { exitCode: 4 } }), true)
    expect(failed).toMatch(/^ERROR +b\.list/m)
    expect(failed).not.toMatch(/^ok/m)
    const silent = reportWith({ host: 'silent', summary: { exitCode: 4, outcome: 'silent' } })
    expect(formatTerminal(silent, true)).toContain('silent (exit 4)')
  })

  test('in Markdown is smaller than 1 MiB, and says how many findings it omits', () => {
    const findings = Array.from({ length: 5000 }, (_, id) =>
      findingWith({ where: `$.${id}`, curl: 'x'.repeat(300) }),
    )
    const others = Array.from({ length: 100 }, () => ({ ...drifted, findings: [] }))
    const markdown = formatMarkdown({ ...report, endpoints: [{ ...drifted, findings }, ...others] })
    // Findings fill the space up to the limit, and the table of endpoints that follows remains whole.
    expect(Buffer.byteLength(markdown)).toBeLessThan(1_000_000)
    expect(Buffer.byteLength(markdown)).toBeGreaterThan(990_000)
    expect(markdown).toMatch(/\d+ more findings are in report\.json/)
    expect(markdown.split('### Endpoints')[1]?.match(/GET/g)).toHaveLength(101)
  })
})
