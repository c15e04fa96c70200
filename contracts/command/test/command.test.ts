import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Report } from '../../harness/report/report.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from '../emulator.ts'
import { main } from '../main.ts'
import { at, json, status, text } from './mutation.ts'
import { plantedHost, serve } from './planted-host.ts'
import { CERTIFICATE, startTunnel } from './tunnel.ts'

/** The script that starts the command. The tests run it in a folder outside the repository. */
const command = resolve(import.meta.dirname, '../../../scripts/run.mjs')
type Result = { code: number | null; out: string }

let folder: string
let emulator: EmbeddedEmulator
let host: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contract-'))
  emulator = await startEmbeddedEmulator()
  host = await serve(plantedHost(emulator.fetch))
})
afterAll(async () => {
  await host.close()
  await emulator.close()
  rmSync(folder, { recursive: true })
})

const withoutCredentials = { PROVIDER_EMAIL: '', PROVIDER_PASSWORD: '', PROVIDER_TOKEN: '' }

/**
 * Runs the command in a separate process.
 * @param redirection of the output, in the syntax of bash
 */
function start(args: string[], env: Record<string, string> = {}, redirection = ''): Promise<Result> {
  const { npm_lifecycle_event: _, ...own } = process.env
  return new Promise((done) => {
    const line = ['-o', 'pipefail', '-c', `"$0" "$@" ${redirection}`, process.execPath, command]
    const child = spawn('bash', [...line, 'contracts/command/bin.ts', ...args, '--history', 'none'], {
      cwd: folder,
      env: { ...own, ...withoutCredentials, ...env },
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        out += chunk
      })
    child.on('close', (code) => done({ code, out }))
  })
}

/** Runs the command in this process. Arguments that end with a file extension are files in the folder. */
async function contract(args: string[], env: Record<string, string> = {}): Promise<Result> {
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  for (const [name, value] of Object.entries({ ...withoutCredentials, ...env })) vi.stubEnv(name, value)
  const inFolder = (arg: string) =>
    arg.replace(/^(md=)?(.+\.(?:jsonl?|xml|html|md))$/, (_, format = '', file) => format + join(folder, file))
  const history = ['accept', 'history'].includes(args[0] ?? '') ? [] : ['--history', 'none']
  const code = await main([...args.map(inFolder), ...history])
  const out = streams.flatMap((each) => each.mock.calls.map(([chunk]) => String(chunk))).join('')
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  return { code, out }
}

const drifted = at('banners.list', status(503))

describe('the command', { timeout: 30_000 }, () => {
  test('writes a report in four formats, and passes once the findings are accepted', async () => {
    host.plant(drifted)
    const target = [
      '--target',
      `${host.origin}/api/v1/`,
      '--emulator',
      'none',
      '--only',
      'banners.list,config',
    ]
    const files = ['out/r.json', 'r.xml', 'r.html', 'md=summary.md'].flatMap((file) => ['--report', file])
    const first = await contract([...target, ...files])
    expect(first.code).toBe(1)
    expect(first.out).toContain('BEHAVIOUR  banners.list  $status')
    const report = Report.parse(JSON.parse(readFileSync(join(folder, 'out/r.json'), 'utf8')))
    expect(report.target).toBe(host.origin)
    expect(report.endpoints.map((each) => [each.name, each.status])).toEqual([
      ['banners.list', 'drift'],
      ['config.get', 'pass'],
    ])
    expect(readFileSync(join(folder, 'r.xml'), 'utf8')).toContain('failures="2"')
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('<code>$status</code>')
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('**behaviour** `banners.list`')

    const why = ['--reason', 'known', '--owner', 'Ada', '--until', '2099-01-01']
    expect((await contract(['accept', 'out/r.json', '--baseline', 'b.jsonl', ...why])).code).toBe(0)
    expect((await contract([...target, '--baseline', 'b.jsonl'])).code).toBe(0)

    host.plant(null)
    const corrected = [...target, '--baseline', 'b.jsonl', '--quiet']
    expect((await contract([...corrected, '--report', 'out/r.json'])).code).toBe(1)
    expect((await contract(['accept', 'out/r.json', '--baseline', 'b.jsonl', '--remove'])).code).toBe(0)
    expect(await contract(corrected)).toEqual({ code: 0, out: '' })
  })

  test('keeps the verdict and the reports if the output is closed or full, and writes a report to a pipe, without a proxy for hosts in NO_PROXY', async () => {
    host.plant(drifted)
    const target = ['--target', host.origin, '--emulator', 'none', '--only', 'banners.list,config']
    const closed = start([...target, '--report', 'closed.json'], {}, '2>&1 | true')
    const full = start([...target, '--report', 'json=/dev/full', '--report', 'full.json'], {}, '> /dev/full')
    const direct = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' }
    const pipe = start([...target, '--report', 'json=/dev/stdout'], direct, '2> /dev/null | cat')
    expect((await closed).code).toBe(1)
    expect((await full).code).toBe(1)
    expect((await full).out).toContain('/dev/full cannot be written (ENOSPC)')
    for (const name of ['closed.json', 'full.json'])
      expect(Report.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).summary.exitCode).toBe(1)
    expect((await pipe).code).toBe(1)
    expect((await pipe).out).toContain('"outcome": "the contract is violated in 1 place"')
  })

  test.skipIf(!('setGlobalProxyFromEnv' in http))('sends requests through HTTP_PROXY', async () => {
    const target = ['--target', 'http://api.kitabo.example', '--emulator', 'none', '--only', 'config']
    const refused = await start(target, { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' })
    expect(refused.code).toBe(4)
    expect(refused.out).toContain('connection refused')
  })

  test.skipIf(!('setGlobalProxyFromEnv' in http))(
    'sends requests to an https host through a tunnel of HTTPS_PROXY',
    async () => {
      const tunnel = await startTunnel(emulator.fetch)
      onTestFinished(tunnel.close)
      const trusted = join(folder, 'certificate.pem')
      writeFileSync(trusted, CERTIFICATE)
      const { code, out } = await start(
        ['--target', 'https://api.example', '--emulator', 'none', '--only', 'config'],
        { HTTPS_PROXY: tunnel.url, NODE_EXTRA_CA_CERTS: trusted },
      )
      expect(code).toBe(0)
      expect(out).toContain('the contract is kept at 1 endpoint')
      expect(tunnel.requested).toContain('api.example:443')
    },
  )

  test('learns a profile with --update-baseline, finds a regression, and accepts it into the profile', async () => {
    host.plant(null)
    const target = [
      '--target',
      host.origin,
      '--emulator',
      'none',
      '--only',
      'banners',
      '--baseline',
      'o.jsonl',
    ]
    expect((await contract([...target, '--update-baseline', '3'])).code).toBe(0)
    const learned = readFileSync(join(folder, 'o.jsonl'), 'utf8')
    expect((await contract(target)).code).toBe(0)
    expect(readFileSync(join(folder, 'o.jsonl'), 'utf8')).toBe(learned)

    host.plant(at('banners.list', text('[]')))
    const departed = await contract([...target, '--report', 'd.json'])
    expect(departed.code).toBe(1)
    expect(departed.out).toContain('rule observed-empty')
    const why = ['--reason', 'a quiet week', '--owner', 'Ada']
    expect((await contract(['accept', 'd.json', '--baseline', 'o.jsonl', ...why])).code).toBe(0)
    expect((await contract(target)).code).toBe(0)
    expect(readFileSync(join(folder, 'o.jsonl'), 'utf8')).toContain('"a quiet week"')
  })

  test('passes if all findings are additive, except with --fail-on', async () => {
    host.plant(
      at(
        'config.get',
        json((body) => ({ ...body, motto: 'read' })),
      ),
    )
    const target = ['--target', host.origin, '--emulator', 'none', '--only', 'config']
    expect((await contract(target)).code).toBe(0)
    const strict = await contract([...target, '--fail-on', 'additive'])
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

  test('explains invalid arguments in one sentence', async () => {
    writeFileSync(join(folder, 'no-report.json'), '{}')
    const wrong: [string[], RegExp, Record<string, string>?][] = [
      [['--target', 'nowhere'], /--target must be a URL/],
      [['--target', 'http://a:b@x.test'], /must not contain credentials/],
      [['--target', host.origin, '--write'], /--write requires a test account/],
      [['--target', host.origin], /PROVIDER_PASSWORD is missing/, { PROVIDER_EMAIL: 'a@b.test' }],
      [['--only', 'bananas'], /no endpoint or resource "bananas"/],
      [['--only', 'ban\u001b[31mana\u009b'], /no endpoint or resource "ban·\[31mana·"/],
      [['--fail-on', 'everything'], /must be "additive"/],
      [['--nonsense'], /--nonsense/],
      [['--timeout', 'soon'], /--timeout must be an integer/],
      [
        ['accept', 'no-report.json', '--baseline', 'b.json', '--reason', 'r', '--owner', 'o'],
        /no-report\.json is not a report/,
      ],
      [['accept'], /Required option '--baseline <FILE>' not specified/],
      [['--update-baseline'], /--update-baseline requires --baseline FILE/],
      [['--baseline', 'no-report.json'], /no-report\.json: line 1 is not a baseline entry/],
      [['--report', 'report'], /Use a \.json, \.html, \.md or \.xml file/],
    ]
    for (const [args, sentence, env = {}] of wrong) {
      const { code, out } = await contract(args, env)
      expect(code, args.join(' ')).toBe(2)
      expect(out, args.join(' ')).toMatch(sentence)
      expect(out.trim().split('\n')).toHaveLength(1)
    }
  })

  test('prints a help with every verb, option and exit code', async () => {
    const { code, out } = await contract(['--help'])
    expect(code).toBe(0)
    for (const part of [
      '--target <URL>',
      'accept [options] <report.json>',
      'history [options]',
      'har [options] <file.har...>',
    ])
      expect(out).toContain(part)
    expect(out).toMatch(/PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD[\s\S]+7 internal error/)
    const { out: help } = await contract(['har', '--help'])
    expect(help).toMatch(/validate recorded traffic[\s\S]+--baseline <FILE>/)
    expect(help).not.toContain('--write')
  })
})
