import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmulator, type Emulator } from '../../mock-server/src/emulator.ts'
import { root } from '../project.ts'
import { codeBlocks, codeOf, listDocuments } from './document-code.ts'

/** Tests the commands in the documents: each is run as written, or is known to be covered by a different test. */
let emulator: Emulator
let folder: string
beforeAll(async () => {
  emulator = await createEmulator({ port: 0, seed: 'documents', frozenAt: '2026-11-20T09:00:00Z' })
  folder = mkdtempSync(join(tmpdir(), 'kitabo-documents-'))
})
afterAll(() => emulator.close())

const README = 'contracts/README.md'
const WATCHING = 'docs/watching-a-provider.md'

/** Hosts in the documents' examples, which are replaced with the emulator. */
const HOST = /https:\/\/api\.(?:the-real-host\.)?example(?:\.com)?|http:\/\/localhost:8080|\bURL\b/g

/**
 * Shell functions that run the commands of this checkout in the current folder, with a separate history file. Runs
 * validate two endpoints, because other tests validate whole hosts.
 */
const NPM = `npm() {
  name=$2; shift 2; [ "\${1:-}" = -- ] && shift
  case "$*" in accept*|har*) ;; *) set -- "$@" --history "$PWD/history.jsonl" ;; esac
  case "$*" in accept*|har*|history*|*--staging*) ;; *) set -- "$@" --only banners,config ;; esac
  [ "$name" = contract ] || exit 9
  "$NODE" "$ROOT/scripts/run.mjs" contracts/command/bin.ts "$@"
}
node() { "$NODE" "$@"; }
curl() { command curl -fsS "$@"; }
`

function shell(script: string): Promise<{ code: number | null; out: string }> {
  const { npm_lifecycle_event: _, ...env } = process.env
  return new Promise((done, failed) => {
    const child = spawn('bash', ['-euc', NPM + script], {
      cwd: folder,
      env: { ...env, NODE: process.execPath, ROOT: root },
    })
    let out = ''
    const add = (chunk: Buffer) => {
      out += chunk
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', failed)
    child.on('close', (code) => done({ code, out }))
  })
}

const withHost = (block: string) =>
  block
    .replaceAll(HOST, emulator.origin)
    // The emulator allows pages of this machine only.
    .replaceAll('https://shop.example', 'http://localhost:5173')
    .replaceAll('/any/where/kitabo/', `${root}/`)
    // Uses a date in the far future, because the date in the documents will eventually be past.
    .replaceAll(/--until \S+/g, '--until 2099-01-01')

async function addFault(): Promise<void> {
  const effect = { contract: 'number-as-text', at: '$[].id' } as const
  await emulator.control('POST /faults', { body: { path: '/banners', effect } })
}

async function requestCode(): Promise<void> {
  const body = { email_or_phone: 'demo@kitabo.example' }
  await emulator.inWorld('trial').client()('POST /auth/forgot-password', { body })
}

async function writeHar(): Promise<void> {
  const url = `${emulator.origin}/api/v1/banners`
  const response = await fetch(url)
  const headers = [...response.headers].map(([name, value]) => ({ name, value }))
  const entry = {
    startedDateTime: new Date().toISOString(),
    request: { method: 'GET', url, headers: [] },
    response: { status: 200, headers, content: { text: await response.text() } },
  }
  writeFileSync(join(folder, 'session.har'), JSON.stringify({ log: { entries: [entry] } }))
}

/** The blocks to run, ordered so that files exist before a block reads them. */
const RUN: [document: string, containing: string, code: number, prepare?: () => Promise<void>][] = [
  [WATCHING, '--dry-run', 0],
  [README, 'validates the embedded emulator', 0],
  [README, '--staging', 0],
  [README, 'session.har', 0, writeHar],
  [README, '--report report.json', 1, addFault],
  [README, 'moved to the new gateway', 0],
  [README, 'history --days 14', 0],
  ['mock-server/README.md', 'X-Emulator-World', 0, requestCode],
]

const SAME_LINE = 'the same line in contracts/README.md'
/** Commands that are not run here, by what covers them. */
const ELSEWHERE: Record<string, RegExp[]> = {
  'scripts/start.test.ts': [/^npm start\b/],
  'runs this test': [/^npm test\b/],
  'options of Vitest and Playwright': [/^npm run (?:unit|e2e)\b/],
  'web/e2e/deployed.spec.ts: the built folder, its servers, two deployments and a rollback': [
    /^npm run (?:build|preview)\b/,
    /^(?:sudo |release=|ls \/var\/www)/,
  ],
  'contracts/command/test/command.test.ts': [
    /^npm run contract -- .*(?:--target URL --baseline|no ratings yet)/,
    /^\. ~\/provider\.env && npm run contract /,
    /^npm run contract -- accept \/srv\//,
  ],
  [SAME_LINE]: [/^npm run contract -- --target https:\/\/api\.the-real-host\.example$/],
  'creates a file in an editor': [/^install -m 600 /],
  'npm run test:packages': [/^(?:npm run (?:packages|emulator)|npm install --save-dev|npx)\b/],
  'scripts/build.test.ts reads the file': [/^cp \.env\.example \.env\b/],
  'requires a Docker engine': [/^docker /, /^ {2}-v /],
}
const isCovered = (line: string, except?: string) =>
  Object.entries(ELSEWHERE).some(
    ([by, commands]) => by !== except && commands.some((each) => each.test(line)),
  )

describe('every block of commands works as written:', { timeout: 180_000 }, () => {
  test.each(RUN)('%s, %s', async (document, containing, code, prepare) => {
    await prepare?.()
    const lines = codeOf(document, 'sh', containing).split('\n')
    const script = lines.filter((line) => !isCovered(line, SAME_LINE)).join('\n')
    expect(await shell(withHost(script))).toEqual({ code, out: expect.any(String) })
  })

  test('writes the reports that the documents mention', () => {
    for (const file of ['report.json', 'contracts/baseline.jsonl', 'history.jsonl'])
      expect(existsSync(join(folder, file)), file).toBe(true)
  })
})

test('all other commands are covered elsewhere', () => {
  const ran = new Set(RUN.map(([document, containing]) => codeOf(document, 'sh', containing)))
  const others = listDocuments().flatMap((document) =>
    codeBlocks(document, 'sh')
      .filter((block) => !ran.has(block))
      .flatMap((block) => block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')))
      .map((line) => `${document}: ${line}`),
  )
  expect(others.length).toBeGreaterThan(10)
  const commandOf = (line: string) => line.slice(line.indexOf(': ') + 2).replace(/\s+#.*$/, '')
  expect(others.filter((line) => !isCovered(commandOf(line)))).toEqual([])
  for (const by of Object.keys(ELSEWHERE)) {
    const [file = '.'] = /^[\w/.-]+\.ts\b/.exec(by) ?? []
    expect(existsSync(join(root, file)), file).toBe(true)
  }
})
