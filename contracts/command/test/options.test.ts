import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EXIT, EXIT_MEANINGS, INTERRUPT_CODES } from '../../harness/report/exit-code.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { REPOSITORY } from '../installation.ts'
import { createProgram } from '../main.ts'
import { readReport } from '../report-files.ts'
import { runMain } from './run-main.ts'

/** Contracts of a different API. */
const FOREIGN = join(import.meta.dirname, '../../package/example/shop.contracts.ts')
/** Returns the requests of these contracts to a host, as --dry-run prints them. */
const foreignRequests = (origin: string) => `GET    ${origin}/orders  responds as declared; a public list
GET    ${origin}/items  lists items; a public list
GET    ${origin}/items?limit=2&maxPrice=600  lists two cheap items; a public list
`

const program = createProgram(REPOSITORY, () => {})
const verbs = [
  { verb: 'validate', options: program.options },
  ...program.commands.map((command) => ({ verb: command.name(), options: command.options })),
]

test('README.md lists exactly the options of each verb', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, section = ''] = readme.split(/^## Configuration$/m)
  const [table = ''] = section.split(/^## /m)
  const rows = [...table.matchAll(/^\| `(--[^`]+)` +\| ([^|]+?) +\| ([^|]+?) +\|/gm)].map(
    ([, flags, of, text = '']) => `${flags}: ${of}: ${text.replaceAll('`', '')}`,
  )
  const declared = new Map<string, string[]>()
  for (const { verb, options } of nonEmpty(verbs))
    for (const { flags, description } of options) {
      const option = `${flags}: ${description}`
      declared.set(option, [...(declared.get(option) ?? []), verb])
    }
  const expected = [...declared].map(([option, of]) => option.replace(': ', `: ${of.join(', ')}: `))
  expect(rows.sort()).toEqual(expected.sort())
})

test('README.md lists exactly the exit codes, with their meanings', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, section = ''] = readme.split(/^### Exit codes$/m)
  const rows = [...section.matchAll(/^\| (\d[\d, ]*?) +\| ([^|]+?) +\|/gm)]
  const meanings = rows.map(([, code, meaning = '']) => [code, meaning.replaceAll('`', '')])
  expect(meanings).toEqual(Object.entries(EXIT_MEANINGS))
})

test('every exit code has a meaning', () => {
  const codes = Object.keys(EXIT_MEANINGS).flatMap((key) => key.split(', ').map(Number))
  expect(codes).toEqual([...Object.values(EXIT), ...Object.values(INTERRUPT_CODES)])
})

test('validate has at most 19 options, and each other verb at most 7', () => {
  for (const { verb, options } of nonEmpty(verbs))
    expect(options.length, verb).toBeLessThanOrEqual(verb === 'validate' ? 19 : 7)
})

test('the help has every verb with its options, and every exit code', async () => {
  const { code, out } = await runMain(['--help'])
  expect(code).toBe(0)
  const texts = program.commands.flatMap((command) => [command.description(), command.usage()])
  const options = nonEmpty(verbs).flatMap((verb) => verb.options)
  for (const text of [...texts, ...options.map(({ flags }) => flags)]) expect(out).toContain(text)
  const words = out.replaceAll(/\s+/g, ' ')
  for (const { description } of options) expect(words).toContain(description)
  for (const [code, meaning] of nonEmpty(Object.entries(EXIT_MEANINGS)))
    expect(words).toContain(` ${code} ${meaning}`)
  expect(words).toContain('Credentials, from the environment only: PROVIDER_TOKEN, or PROVIDER_EMAIL')
  const { out: help } = await runMain(['har', '--help'])
  expect(help).toContain('validate recorded traffic')
  expect(help).not.toContain('--write')
})

test.each<[line: string, message: RegExp]>([
  ['har session.har --write', /^Unknown option '--write'; --help lists the options\.\n$/],
  ['--tagret x', /^Unknown option '--tagret' \(did you mean --target\?\); --help lists the options\.\n$/],
  ['har', /^Missing required argument 'file.har'; --help lists the options\.\n$/],
  ['accept', /^Required option '--baseline <FILE>' not specified; --help lists the options\.\n$/],
  ['--days 1', /^Unknown option '--days'; --help lists the options\.\n$/],
  ['--target', /^Option '--target <URL>' argument missing; --help lists the options\.\n$/],
  ['bananas', /^Unknown command 'bananas'; the commands are accept, history and har\.\n$/],
  [
    'hra session.har',
    /^Unknown command 'hra' \(did you mean har\?\); the commands are accept, history and har\.\n$/,
  ],
  ['help', /^Unknown command 'help'; the commands are/],
  ['history a', /^Too many arguments.*; --help lists the options\.\n$/],
  ['--only prodcts', /^--only: no endpoint or resource "prodcts"; did you mean "products"\?\n$/],
  ['--only bananas', /^--only: no endpoint or resource "bananas".\n$/],
  ['--only ban\u001b[31mana\u009b', /no endpoint or resource "ban·\[31mana·"/],
  ['--target nowhere', /--target must be a URL like/],
  ['--target ftp://x.test', /--target must start with http:\/\/ or https:\/\//],
  ['--target http://a@x.test', /--target must not contain credentials/],
  ['--target http://:b@x.test', /--target must not contain credentials/],
  ['--target http://x.test?a=1', /--target must not contain a query/],
  ['--target http://x.test#a', /--target must not contain a query/],
  ['--target http://x.test --write', /^--write requires a test account/],
  ['--fail-on everything', /^--fail-on must be "additive", not "everything"/],
  ['--timeout soon', /^--timeout must be an integer, 1 to 600000, not "soon"/],
  ['--timeout 0', /^--timeout must be an integer/],
  ['--timeout 600001', /^--timeout must be an integer/],
  ['--update-baseline', /^--update-baseline requires --baseline FILE/],
  ['--update-baseline 21 --baseline b', /^--update-baseline must be an integer, 1 to 20/],
  ['--only ,', /^--only is empty/],
  ['--origin https://shop.test', /^--origin requires --target/],
  [
    '--origin https://shop.test/a --target http://x.test',
    /^--origin must be an origin without a path, like https:\/\/shop.test\./,
  ],
  ['--origin shop.test --target http://x.test', /^--origin must be a URL like/],
  ['--report report', /Use a \.json, \.html, \.md or \.xml file/],
  ['--emulator x', /^--emulator must be a URL/],
  ['--contracts no.ts --target http://x.test', /^no.ts cannot be read \(ENOENT\)/],
  [`--contracts ${FOREIGN}`, /^--contracts requires --target, because only the provider has an emulator/],
  [
    `--contracts ${FOREIGN} --target http://x.test --emulator embedded`,
    /^--emulator must be a URL or none with/,
  ],
  [`har a.har --contracts ${FOREIGN} --emulator embedded`, /^--emulator must be a URL or none with/],
  [`--contracts ${FOREIGN} --target http://x.test --staging`, /^--staging cannot be used with --contracts/],
  ['--confirm-target http://x.test', /^--confirm-target requires --staging/],
  ['--target http://x.test --quiet har a.har', /^--target must follow har: .* har --target …/],
  ['--history a.jsonl history', /^--history must follow history: .* history --history …/],
  [
    '--staging --target http://x.test',
    /^--staging registers accounts and places orders at http:\/\/x\.test\. If/,
  ],
  ['--staging --target http://x.test --confirm-target http://x.test:81', /^--staging registers accounts/],
  ['--contracts no.ts --emulator embedded', /no.ts cannot be read/],
  ['accept a --baseline b --until 2027-1-1 --owner o --reason r', /^--until must be a date/],
  ['accept a --baseline b --until 2026-13-01 --owner o --reason r', /^--until must be a date/],
  ['accept a --baseline b --until 2020-01-01 --owner o --reason r', /^--until 2020-01-01 has passed/],
  ['accept a --baseline b --reason r', /^accept requires --reason TEXT and --owner NAME, or --remove/],
])('explains in one sentence what is wrong with %s', async (line, message) => {
  const { code, out } = await runMain(line.split(' '))
  expect(code).toBe(2)
  expect(out).toMatch(message)
  expect(out.trim().split('\n')).toHaveLength(1)
})

describe('a second host of another API', () => {
  const OWN = ['--contracts', FOREIGN, '--target', 'http://localhost:1', '--dry-run']
  const SECOND = ['--emulator', 'https://mock.example/v1']

  test('receives writes only on localhost or after a confirmation', async () => {
    const line = [...OWN, ...SECOND, '--write']
    for (const args of [line, [...line, '--confirm-target', 'https://mock.example:444']]) {
      const { code, out } = await runMain(args)
      expect([code, out.trim().split('\n').length]).toEqual([2, 1])
      expect(out).toContain('If this is your host, add --confirm-target https://mock.example.')
    }
    expect((await runMain([...line, '--confirm-target', 'https://mock.example'])).code).toBe(0)
    expect((await runMain([...OWN, '--write', '--emulator', 'http://127.0.0.1:2'])).code).toBe(0)
  })

  test('needs no confirmation without writes', async () => {
    expect((await runMain([...OWN, ...SECOND])).code).toBe(0)
    const { code, out } = await runMain([...OWN, ...SECOND, '--confirm-target', 'https://mock.example'])
    expect([code, out]).toEqual([
      2,
      '--confirm-target requires --staging, or --emulator with --contracts --write; see --help.\n',
    ])
  })
})

describe('a run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'options-'))
  const historyFile = join(folder, 'history.jsonl')
  const report = join(folder, 'report.json')
  /** The times at which requests were sent. */
  const starts: number[] = []
  let respond: () => Response
  beforeEach(() => {
    starts.length = 0
    respond = () => Response.json([], { headers: { 'access-control-allow-origin': '*' } })
    vi.stubGlobal('fetch', async () => {
      starts.push(performance.now())
      return respond()
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  afterAll(() => rmSync(folder, { recursive: true }))

  const run = (target: string, ...args: string[]) =>
    runMain(['--contracts', FOREIGN, '--target', target, ...args], {}, { ...REPOSITORY, historyFile })

  test('waits 250 ms between requests to a live host, less for localhost, or the time of --spacing', async () => {
    const shortestIntervalOf = async (target: string, ...args: string[]) => {
      starts.length = 0
      await run(target, ...args)
      return Math.min(...starts.slice(1).map((start, index) => start - (starts[index] ?? 0)))
    }
    // Timers may fire a millisecond early.
    expect(await shortestIntervalOf('http://x.test')).toBeGreaterThan(245)
    expect(await shortestIntervalOf('http://x.test', '--spacing', '30')).toBeLessThan(200)
    const local = await shortestIntervalOf('http://localhost:1')
    expect([local > 8, local < 200]).toEqual([true, true])
    expect(await shortestIntervalOf('http://localhost:1', '--spacing', '30')).toBeGreaterThan(28)
  })

  test('sends every read three times with --repeat', async () => {
    await run('http://localhost:1')
    expect(starts).toHaveLength(3)
    await run('http://localhost:1', '--repeat')
    expect(starts).toHaveLength(3 + 9)
  })

  test('is recorded in the history of the installation, which history shows, unless it is none', async () => {
    rmSync(historyFile, { force: true })
    await run('http://localhost:1', '--history', 'none')
    expect(existsSync(historyFile)).toBe(false)
    await run('http://localhost:1')
    const { out } = await runMain(['history'], {}, { ...REPOSITORY, historyFile })
    expect(out).toContain('http://localhost:1: 1 run;')
  })

  test('shows when the host was last verified, from the report that it replaces', async () => {
    const evidence = () => readReport(report).endpoints.map((endpoint) => endpoint.evidence.text)
    await run('http://localhost:1', '--report', report)
    expect(evidence()).toEqual(['verified live now', 'verified live now'])
    respond = () => Response.error()
    await run('http://localhost:1', '--report', report)
    expect(evidence()).toEqual(['verified live earlier today', 'verified live earlier today'])
  })

  test('links the rules on GitHub in a workflow, and names their file elsewhere', async () => {
    const rulesPage = async (GITHUB_SHA: string) => {
      const env = { GITHUB_SERVER_URL: 'https://git.test', GITHUB_REPOSITORY: 'a/b', GITHUB_SHA }
      const target = ['--contracts', FOREIGN, '--target', 'http://localhost:1', '--history', 'none']
      await runMain([...target, '--report', report], env)
      return readReport(report).rulesPage
    }
    expect(await rulesPage('c0ffee')).toBe('https://git.test/a/b/blob/c0ffee/docs/findings.md')
    expect(await rulesPage('')).toBe('docs/findings.md')
  })
})

test('the domain of the mailboxes for --staging has a dot', async () => {
  const line = ['--staging', '--target', 'http://localhost:1', '--dry-run']
  for (const PROVIDER_MAIL_DOMAIN of ['localhost', 'a@b.test', 'b.test.']) {
    const { code, out } = await runMain(line, { PROVIDER_MAIL_DOMAIN })
    expect([code, out]).toEqual([2, 'PROVIDER_MAIL_DOMAIN must be a domain like staging.example.com.\n'])
  }
  expect((await runMain(line, { PROVIDER_MAIL_DOMAIN: 'Mail-1.b.test' })).code).toBe(0)
})

describe('a dry run', () => {
  const TARGET = ['--target', 'http://x.test', '--dry-run']
  /**
   * Returns the kinds of requests that a run sends: log-ins, requests with a token, writes and steps of an order's
   * lifecycle.
   */
  const kindsOf = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { code, out } = await runMain(args, env)
    expect(code).toBe(0)
    const kinds = {
      login: /; login$/m,
      account: /with the token/,
      write: /^(PUT|DELETE) /m,
      staging: /staging: /,
    }
    return Object.entries(kinds).flatMap(([kind, pattern]) => (pattern.test(out) ? [kind] : []))
  }
  const PASSWORD = { PROVIDER_EMAIL: 'a@b.test', PROVIDER_PASSWORD: 'secret' }

  test('sends nothing of an account without credentials', async () => {
    expect(await kindsOf(TARGET)).toEqual([])
  })

  test('uses a token without logging in, also if there is a password', async () => {
    expect(await kindsOf(TARGET, { PROVIDER_TOKEN: 'a.b.c' })).toEqual(['account'])
    expect(await kindsOf(TARGET, { ...PASSWORD, PROVIDER_TOKEN: 'a.b.c' })).toEqual(['account'])
  })

  test('logs in with a password', async () => {
    expect(await kindsOf(TARGET, PASSWORD)).toEqual(['login', 'account'])
  })

  test('writes only with --write or --staging', async () => {
    expect(await kindsOf([...TARGET, '--write'], PASSWORD)).toEqual(['login', 'account', 'write'])
    const confirmed = [...TARGET, '--staging', '--confirm-target', 'http://x.test/api/v1']
    expect(await kindsOf(confirmed)).toContain('staging')
    expect(await kindsOf(['--target', 'http://localhost:1', '--dry-run', '--staging'])).toContain('staging')
  })

  test('of the emulator has everything but the steps of --staging', async () => {
    expect(await kindsOf(['--dry-run'])).toEqual(['login', 'account'])
    expect(await kindsOf(['--dry-run', '--write'])).toEqual(['login', 'account', 'write'])
  })

  test('also lists the requests to a second host, which may receive every case', async () => {
    const second = ['--emulator', 'http://localhost:9']
    const linesOf = async (args: string[]) =>
      (await runMain([...TARGET, ...args], { PROVIDER_TOKEN: 'a.b.c' })).out.split('\n')
    const foreign = await linesOf(['--contracts', FOREIGN, ...second])
    const header = 'For comparison; images and probes only if those of the target have findings:'
    expect(foreign.slice(3).join('\n')).toBe(`\n${header}\n${foreignRequests('http://localhost:9')}`)
    const provider = await linesOf([...second, '--write'])
    expect(provider.filter((line) => /^(PUT|DELETE) +http:\/\/localhost:9\//.test(line))).not.toEqual([])
    expect((await linesOf(['--emulator', 'none'])).join()).not.toContain('For comparison')
    expect((await linesOf([])).join()).not.toContain('For comparison')
  })

  test('of a different API without log-in needs no account, and no target', async () => {
    const line = ['--contracts', FOREIGN, '--dry-run', '--write']
    expect(await runMain(line)).toEqual({ code: 0, out: foreignRequests('') })
    expect(await runMain([...line, '--target', 'http://x.test'])).toEqual({
      code: 0,
      out: foreignRequests('http://x.test'),
    })
  })
})
