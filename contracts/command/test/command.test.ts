import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { readReport } from '../report-files.ts'
import { mutateEndpoint, replaceBody, setStatus, setValue } from './mutation.ts'
import { listen } from './planted-host.ts'
import { NO_CREDENTIALS, runMain } from './run-main.ts'
import { startTestRun } from './test-run.ts'

/** The script that starts the command. The tests run it in a folder outside the repository. */
const command = resolve(import.meta.dirname, '../../../scripts/run.mjs')

const folder = mkdtempSync(join(tmpdir(), 'contract-'))
const testRun = await startTestRun()
const host = await listen(testRun.host)
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

const targetOf = (only: string) => ['--target', host.origin, '--emulator', 'none', '--only', only]

/**
 * Runs the command in a separate process, and returns its exit code.
 * @param redirection of the output, in the syntax of bash
 */
async function start(args: string[], env: Record<string, string>, redirection = ''): Promise<number | null> {
  const { npm_lifecycle_event: _, ...own } = process.env
  const line = ['-o', 'pipefail', '-c', `"$0" "$@" ${redirection}`, process.execPath, command]
  const child = spawn('bash', [...line, 'contracts/command/bin.ts', ...args, '--history', 'none'], {
    cwd: folder,
    env: { ...own, ...NO_CREDENTIALS, ...env },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  return code
}

/** Runs the command in this process. Arguments that end with a file extension are files in the folder. */
function contract(args: string[], env: Record<string, string> = {}) {
  const inFolder = (arg: string) =>
    arg.replace(/^(md=)?(.+\.(?:jsonl?|xml|html|md))$/, (_, format = '', file) => format + join(folder, file))
  // The history that a test names comes later, so it replaces this one.
  const history = args[0]?.startsWith('--') ? ['--history', 'none'] : []
  return runMain([...history, ...args.map(inFolder)], env)
}

const drifted = mutateEndpoint('banners.list', setStatus(503))

describe('the command', () => {
  /** Returns the target with the prefix of the API in its URL. */
  const targetWithPrefix = () => {
    const [option = '', origin, ...others] = targetOf('banners.list,config')
    return [option, `${origin}/api/v1/`, ...others]
  }

  test('writes a report in four formats', async () => {
    host.plant(drifted)
    const files = ['out/r.json', 'r.xml', 'r.html', 'md=summary.md'].flatMap((file) => ['--report', file])
    const { code, out } = await contract([...targetWithPrefix(), ...files])
    expect(code).toBe(1)
    expect(out).toContain('BEHAVIOUR  banners.list  $status')
    const report = readReport(join(folder, 'out/r.json'))
    expect(report.target).toBe(host.origin)
    expect(report.endpoints.map((each) => [each.name, each.status])).toEqual([
      ['banners.list', 'drift'],
      ['config.get', 'pass'],
    ])
    expect(readFileSync(join(folder, 'r.xml'), 'utf8')).toContain('failures="2"')
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('<code>$status</code>')
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('**behaviour** `banners.list`')
  })

  test('passes once the findings are accepted, and fails for the entry once they are corrected', async () => {
    host.plant(drifted)
    const target = targetWithPrefix()
    expect((await contract([...target, '--report', 'out/r.json'])).code).toBe(1)
    const why = ['--reason', 'known', '--owner', 'Ada', '--until', '2099-01-01']
    expect((await contract(['accept', 'out/r.json', '--baseline', 'b.jsonl', ...why])).code).toBe(0)
    expect((await contract([...target, '--baseline', 'b.jsonl'])).code).toBe(0)

    host.plant(null)
    const corrected = [...target, '--baseline', 'b.jsonl', '--quiet']
    expect((await contract([...corrected, '--report', 'out/r.json'])).code).toBe(1)
    expect((await contract(['accept', 'out/r.json', '--baseline', 'b.jsonl', '--remove'])).code).toBe(0)
    expect(await contract(corrected)).toEqual({ code: 0, out: '' })
  })

  test('keeps the verdict and writes its reports if no output can be written', async () => {
    host.plant(drifted)
    const reports = ['--report', 'json=/dev/full', '--report', 'full.json']
    // A host in NO_PROXY is requested directly.
    const proxy = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' }
    expect(
      await start([...targetOf('banners.list,config'), ...reports], proxy, '2>&1 > /dev/full | true'),
    ).toBe(1)
    expect(readReport(join(folder, 'full.json')).summary.exitCode).toBe(1)
    const { code, out } = await contract([...targetOf('config'), ...reports.slice(0, 2)])
    expect(code).toBe(0)
    expect(out).toContain('/dev/full cannot be written (ENOSPC)')
  })

  test.skipIf(!('setGlobalProxyFromEnv' in http))('sends requests through HTTP_PROXY', async () => {
    // Nothing listens on this port. Without the proxy, the host would respond. A scheme is optional, as in curl.
    for (const HTTP_PROXY of ['http://127.0.0.1:1', '127.0.0.1:1'])
      expect(
        await start([...targetOf('config'), '--report', 'proxy.json'], { HTTP_PROXY, NO_PROXY: '' }),
      ).toBe(4)
    const report = readReport(join(folder, 'proxy.json'))
    expect(report.summary.outcome).toContain('connection refused by the proxy 127.0.0.1:1')
  })

  test.each(['http://', ' ', 'ftp://x', 'socks5://127.0.0.1:1', 'http://a b', 'proxy.corp:123456'])(
    'names the variable of an invalid proxy: "%s"',
    async (value) => {
      const before = host.requests.length
      for (const name of ['HTTP_PROXY', 'https_proxy'])
        expect(await contract(targetOf('config'), { [name]: value })).toEqual({
          code: 2,
          out: `${name} must be the URL of an HTTP proxy like http://proxy.example:8080.\n`,
        })
      expect(host.requests).toHaveLength(before)
      // Neither the help nor a dry run sends a request.
      expect((await runMain(['--help'], { HTTP_PROXY: value })).code).toBe(0)
      expect((await contract([...targetOf('config'), '--dry-run'], { HTTP_PROXY: value })).code).toBe(0)
    },
  )

  test('writes text to stderr if a report is written to stdout, so that a program can parse it', async () => {
    for (const [planted, code] of [
      [drifted, 1],
      [null, 0],
    ] as const) {
      host.plant(planted)
      const args = [...targetOf('banners.list,config'), '--quiet', '--report', 'json=/dev/stdout']
      const file = join(folder, 'stdout.json')
      for (const redirection of [`2> ${file}.text | cat > ${file}`, `2> ${file}.text > ${file}`]) {
        expect(await start(args, {}, redirection)).toBe(code)
        expect(JSON.parse(readFileSync(file, 'utf8')).summary.exitCode).toBe(code)
        expect(readFileSync(`${file}.text`, 'utf8').includes('banners.list')).toBe(code === 1)
      }
    }
  })

  test('writes the needs of a host to stderr if a report is written to stdout', async () => {
    host.plant(null)
    const file = join(folder, 'needs.json')
    const args = [...targetOf('config'), '--staging', '--report', 'json=/dev/stdout']
    expect(await start(args, {}, `2> ${file}.text > ${file}`)).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8')).summary.exitCode).toBe(0)
    expect(readFileSync(`${file}.text`, 'utf8')).toContain('What this host needs')
  })

  test('an error outside the command itself exits with 7', () => {
    const failing = join(folder, 'failing.ts')
    writeFileSync(failing, "throw new TypeError('a fault')")
    const { status, stderr } = spawnSync(process.execPath, [command, failing], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([7, expect.stringContaining('TypeError: a fault')])
  })

  test('an interrupt ends the run with the exit code of its signal, and a second one immediately', async () => {
    // The listeners of the test runner would end its process.
    const listeners = process.listeners('SIGINT')
    process.removeAllListeners('SIGINT')
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
    host.plant(
      mutateEndpoint('config.get', () => {
        for (let times = 0; times < 2; times++) process.emit('SIGINT', 'SIGINT')
        return undefined
      }),
    )
    const { code, out } = await contract(targetOf('config,banners'))
    expect(process.listeners('SIGINT')).toEqual([])
    for (const listener of listeners) process.on('SIGINT', listener)
    expect(code).toBe(130)
    expect(out).toContain('Interrupted. Writes are undone now')
    expect(host.requests).toHaveLength(1)
    expect(exit.mock.calls).toEqual([[130]])
    exit.mockRestore()
  })

  test('learns a profile with --update-baseline, finds a regression, and accepts it into the profile', async () => {
    host.plant(null)
    const target = [...targetOf('banners'), '--baseline', 'o.jsonl']
    const learning = await contract([...target, '--update-baseline', '3'])
    expect(learning.code).toBe(0)
    expect(learning.out.match(/^added .* profiles of 1 endpoint to \S+o\.jsonl$/gm)).toHaveLength(3)
    const learned = readFileSync(join(folder, 'o.jsonl'), 'utf8')
    expect(learned).toContain('"runs":3')
    expect((await contract(target)).code).toBe(0)
    expect(readFileSync(join(folder, 'o.jsonl'), 'utf8')).toBe(learned)

    host.plant(mutateEndpoint('banners.list', replaceBody('[]')))
    const departed = await contract([...target, '--report', 'd.json'])
    expect(departed.code).toBe(1)
    expect(departed.out).toContain('rule observed-empty')
    // A run that learns is not compared with earlier runs.
    writeFileSync(join(folder, 'relearned.jsonl'), learned)
    const relearning = [
      ...targetOf('banners'),
      '--baseline',
      'relearned.jsonl',
      '--update-baseline',
      '--quiet',
    ]
    expect(await contract(relearning)).toEqual({ code: 0, out: '' })
    expect(readFileSync(join(folder, 'relearned.jsonl'), 'utf8')).toContain('"runs":4')
    const why = ['--reason', 'a quiet week', '--owner', 'Ada']
    expect((await contract(['accept', 'd.json', '--baseline', 'o.jsonl', ...why])).code).toBe(0)
    expect((await contract(target)).code).toBe(0)
    expect(readFileSync(join(folder, 'o.jsonl'), 'utf8')).toContain('"a quiet week"')
  })

  test('passes if all findings are additive, except with --fail-on, and records its runs', async () => {
    host.plant(mutateEndpoint('config.get', setValue('$.motto', 'read')))
    expect((await contract([...targetOf('config'), '--history', 'runs.jsonl'])).code).toBe(0)
    expect(readFileSync(join(folder, 'runs.jsonl'), 'utf8')).toContain(host.origin)
    const strict = await contract([...targetOf('config'), '--fail-on', 'additive'])
    expect(strict.code).toBe(3)
    expect(strict.out).toContain('$.motto')
  })

  test('prints the requests of a dry run without sending them', async () => {
    host.plant(null)
    const { code, out } = await contract(['--target', host.origin, '--dry-run'], { PROVIDER_TOKEN: 'a.b.c' })
    expect(code).toBe(0)
    expect(out).toContain(`GET    ${host.origin}/api/v1/products/details/{product}`)
    expect(out).toContain(
      `GET    ${host.origin}/api/v1/products/latest?limit=4&offset=2  probe: respects limit and offset`,
    )
    expect(out).toContain(`OPTIONS ${host.origin}/api/v1/customer/info`)
    expect(out).not.toContain('POST')
    expect(out).not.toContain('a.b.c')
    expect(host.requests).toEqual([])
  })

  test('validates recordings of the host together', async () => {
    host.plant(null)
    const entryOf = async (body?: string) => {
      const url = `${host.origin}/api/v1/banners`
      const response = await host.fetch(url)
      const headers = [...response.headers].map(([name, value]) => ({ name, value }))
      const content = { text: body ?? (await response.text()) }
      return { request: { method: 'GET', url }, response: { status: 200, headers, content } }
    }
    const write = (name: string, entries: unknown[]) =>
      writeFileSync(join(folder, name), `\ufeff${JSON.stringify({ log: { entries } })}`)
    write('one.har', [await entryOf(), { request: { url: `${host.origin}/api/v1/banners` } }])
    write('two.har', [await entryOf('{}')])
    write('empty.har', [])
    const har = (...names: string[]) =>
      contract(['har', ...names.map((name) => join(folder, name)), '--emulator', 'none'])
    const both = await har('one.har', 'two.har')
    expect(both.code).toBe(1)
    expect(both.out).toContain('in 1 of 2 responses')
    expect(both.out).toMatch(/^1 incomplete entry skipped$/m)
    const compared = await contract(['har', join(folder, 'two.har')])
    expect(compared.out).toContain('provider drifted')
    expect(await har('empty.har')).toEqual({
      code: 2,
      out: 'The recording contains no request. Open the network panel before the page loads, and export a HAR with content.\n',
    })
  })

  test('explains invalid files and credentials', async () => {
    writeFileSync(join(folder, 'no-report.json'), '{}')
    writeFileSync(join(folder, 'cut.json'), '{"log": {"entries": [{"request": {"url": "http://x"}')
    writeFileSync(join(folder, 'broken.json'), '{"log":\n  {"a": 1,,}}')
    writeFileSync(join(folder, 'page.json'), '<!doctype html><p>secret</p>')
    writeFileSync(join(folder, 'utf16.json'), Buffer.from('\ufeff{}', 'utf16le'))
    const why = ['--reason', 'r', '--owner', 'o']
    const wrong: [string[], RegExp, Record<string, string>?][] = [
      [['--target', host.origin], /^PROVIDER_PASSWORD is missing/, { PROVIDER_EMAIL: 'a@b.test' }],
      [['accept', 'no-report.json', '--baseline', 'b.json', ...why], /no-report\.json is not a report/],
      [['har', 'utf16.json'], /utf16\.json is UTF-16; save it as UTF-8\.$/m],
      [['har', '.'], /^\. cannot be read \(it is a folder\)\.$/m],
      [['har', 'missing.json'], /missing\.json cannot be read \(ENOENT\)\.$/m],
      [['har', 'no-report.json'], /no-report\.json is not a HAR at log: /],
      [
        ['har', 'cut.json'],
        /cut\.json is not a HAR: its JSON ends too early, so it was probably not exported completely\.$/m,
      ],
      [['har', 'broken.json'], /broken\.json is not a HAR: its JSON is invalid at line 2, column 11\.$/m],
      [
        ['accept', 'page.json', '--baseline', 'b.json', ...why],
        /page\.json is not a report.*: it is not valid JSON\.$/m,
      ],
      [['--baseline', 'no-report.json'], /no-report\.json: line 1 is not a baseline entry/],
    ]
    for (const [args, sentence, env = {}] of wrong) {
      const { code, out } = await contract(args, env)
      expect(code).toBe(2)
      expect(out).toMatch(sentence)
    }
  })
})
