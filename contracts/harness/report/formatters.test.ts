import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findingWith, problemWith, reportWith, rowWith } from '../../test/reports.ts'
import { formatHtml } from './format-html.ts'
import { formatJunit } from './format-junit.ts'
import { formatMarkdown } from './format-markdown.ts'
import { formatNeeds } from './format-needs.ts'
import { formatTerminal } from './format-terminal.ts'
import { FORMATTERS } from './formatters.ts'
import { mergeFindings } from './make-report.ts'

/** A report with every kind of row, finding and section. */
const full = reportWith({
  rulesPage: 'https://git.test/findings.md',
  startedAt: '2026-11-20T09:00:00.125Z',
  leftBehind: ['order 7', 'note 8'],
  endpoints: [
    rowWith({
      name: 'notes.list',
      path: '/notes',
      status: 'drift',
      evidence: { kind: 'live', text: 'verified live now' },
      pages: ['home', 'shop'],
      notes: ['an empty list', 'a shared note'],
      ms: 250,
      findings: [
        findingWith({
          where: '$[].id',
          expected: 'integer',
          actual: 'string',
          count: 2,
          responses: { with: 2, of: 3 },
          sample: { id: '7' },
          curl: "curl 'https://host.test/notes'",
          response: {
            method: 'GET',
            url: 'https://host.test/notes',
            status: 200,
            at: '09:00:01',
            ms: 80,
            requestId: 'r-1',
            excerpt: '[{"id":"7"}]',
          },
        }),
        findingWith({ class: 'additive', rule: 'extra', where: '$[].<b>', actual: 'A & "B" \'c\'' }),
      ],
    }),
    rowWith({
      name: 'notes.add',
      method: 'POST',
      path: '/notes',
      status: 'drift',
      findings: [findingWith({ class: 'additive', rule: 'extra', where: '$.new', verdict: 'cannot tell' })],
      emulator: [findingWith({ where: '$.own', verdict: 'emulator drifted', rule: 'unknown-rule' })],
      accepted: [
        { ...findingWith({ where: '$.b' }), owner: 'Ben', until: '2027-02-01', reason: 'r' },
        { ...findingWith({ where: '$.a' }), owner: 'Ada', until: '2027-03-01', reason: 'r' },
        { ...findingWith({ where: '$.c' }), owner: 'Ada', until: '2027-03-01', reason: 'r' },
      ],
    }),
    rowWith({ name: 'notes.read', status: 'skipped', reason: 'no token', notes: ['a shared note'] }),
    rowWith({
      name: 'notes.edit',
      method: 'PUT',
      status: 'error',
      reason: 'timeout',
      notes: ['a shared note', 'two a|b'],
    }),
    rowWith({ name: 'notes.count', assumptions: [findingWith({ where: '$.assumed' })] }),
  ],
  baseline: [problemWith({ endpoint: 'notes.list', path: '$.x' }), problemWith({ problem: 'expired' })],
  summary: {
    endpoints: 5,
    pass: 1,
    drift: 2,
    error: 1,
    skipped: 1,
    accepted: 3,
    requests: 12,
    ms: 3450,
    exitCode: 1,
    outcome: 'drift at 1 endpoint',
  },
})

/** Reads the full report in a format. Nothing rewrites these files: a change of a format is made in them, too. */
const expectedText = (format: string) =>
  readFileSync(new URL(`formatted/${format}.txt`, import.meta.url), 'utf8')

/** Returns the `main` element of an HTML page and what follows; other text unchanged. */
const bodyOf = (page: string) => page.slice(Math.max(0, page.indexOf('<main>')))

const { json: _, ...files } = FORMATTERS

test.each(Object.entries({ terminal: formatTerminal, ...files }))(
  'formats everything that a run has found as %s',
  (name, format) => {
    expect(bodyOf(format(full))).toBe(expectedText(name))
  },
)

test('a recording has responses, and no requests', () => {
  const recorded = reportWith({ summary: { requests: 0, recorded: 12, ms: 140 } })
  expect(formatTerminal(recorded)).toContain('0 skipped, 12 recorded responses in 0.1 s\n')
})

test('formats a kept contract without empty sections', () => {
  const kept = reportWith()
  const outcome = 'https://host.test: kept (exit 0). 1 ok, 0 drift, 0 error, 0 skipped, 1 request in 0.0 s'
  expect(formatTerminal(kept)).toBe(
    `ok       ${'a'.padEnd(22)} GET    ${'/a'.padEnd(36)} never\n\n${outcome}\n`,
  )
  expect(formatMarkdown(kept).match(/^#.*/gm)).toEqual(['## Contract: `https://host.test`', '### Endpoints'])
  expect(formatHtml(kept).match(/<h\d[^>]*>|<p class[^>]*>|<title>.*/g)).toEqual([
    '<title>Contract of https://host.test</title>',
    '<h1>',
    '<p class="outcome pass">',
    '<h2 id="endpoints">',
  ])
  expect(formatHtml(kept)).not.toContain('<ul>')
  expect(formatJunit(kept).match(/<testcase.*/g)).toEqual([
    '<testcase name="GET /a" classname="contract.a" time="0.001"/>',
    '<testcase name="outcome" classname="contract" time="0.001"/>',
  ])
})

test.each([
  [
    'a page on the web is linked',
    'https://git.test/f.md',
    '[type](https://git.test/f.md#type):',
    '>type</a>:',
  ],
  ['a file is named', 'docs/f.md', '`type` (`docs/f.md#type`):', '<dd>type (docs/f.md#type):'],
  ['no page is named', '', 'Rule `type`: A value', '<dd>type: A value'],
])('for the explanation of a rule, %s', (_, rulesPage, markdown, html) => {
  const report = reportWith({
    rulesPage,
    endpoints: [rowWith({ status: 'drift', findings: [findingWith()] })],
  })
  expect(formatMarkdown(report)).toContain(markdown)
  expect(formatHtml(report)).toContain(html)
  expect(formatTerminal(report)).toContain(
    rulesPage === '' ? 'rule type: A value' : `rule type (${rulesPage}#type)`,
  )
})

test('equal findings of several cases are one finding, and breaking ones come first', () => {
  const mergeable = (where: string, change: Parameters<typeof findingWith>[0]) =>
    findingWith({ where, ...change })
  const merged = mergeFindings([
    mergeable('$.c', { class: 'additive' }),
    mergeable('$.b', { class: 'behaviour', actual: 'null', count: 2 }),
    mergeable('$.a', {}),
    mergeable('$.b', { class: 'behaviour', actual: 'string', expected: 'other', count: 3 }),
    mergeable('$.b', { rule: 'null' }),
  ])
  expect(merged.map(({ where, rule, count, actual }) => [where, rule, count, actual])).toEqual([
    ['$.a', 'type', 1, 'b'],
    ['$.b', 'null', 1, 'b'],
    ['$.b', 'type', 5, 'null or string'],
    ['$.c', 'type', 1, 'b'],
  ])
})

test('lists the answers about a host, and the settings to copy', () => {
  const needs = [
    { question: 'a', answer: 'yes', setting: 'VITE_A=1' },
    { question: 'longer', answer: 'no', setting: null },
  ]
  expect(formatNeeds(needs)).toBe('What this host needs\n  a       yes\n  longer  no\n\nVITE_A=1\n')
  expect(formatNeeds(needs.slice(1))).toBe('What this host needs\n  longer  no\n')
})
