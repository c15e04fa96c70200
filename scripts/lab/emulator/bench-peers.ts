/** Measures other mock servers with the same responses and the same load as the emulator. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from '../../bootstrap.ts'
import { UserError } from '../../runtime.mjs'
import { firstResponse, type Load, load, start, stop } from './bench-load.ts'

const PEERS = { 'json-server': 'json-server@0.17.4', prism: '@stoplight/prism-cli@5.14.2' }

type PeerBench = {
  /** Folder for their files. */
  folder: string
  /** Path -> body of the emulator's response. */
  bodies: Record<string, string>
  paths: { details: string; latest: string }
  /** Result of a bare node:http server. */
  bareRows: Record<string, Load>
  seconds: number
}

/** json-server and Prism with the same responses as far as each supports them: a list and an item, an example per path. */
export async function measurePeers({ folder, bodies, paths, bareRows, seconds }: PeerBench): Promise<void> {
  const details = JSON.parse(bodies[paths.details] ?? '')
  const latest = JSON.parse(bodies[paths.latest] ?? '')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ latest, details }))
  const example = (body: unknown) => ({
    responses: { 200: { description: 'ok', content: { 'application/json': { example: body } } } },
  })
  writeFileSync(
    join(folder, 'openapi.json'),
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'bench', version: '1' },
      paths: { '/details': { get: example(details) }, '/latest': { get: example(latest) } },
    }),
  )
  const common = ['--port', '8303', '--host', '127.0.0.1']
  const peers = {
    'json-server': ['json-server', ...common, '--quiet', join(folder, 'db.json')],
    prism: ['prism', 'mock', ...common, '--verboseLevel', 'silent', join(folder, 'openapi.json')],
  }
  for (const [name, args] of Object.entries(peers) as [keyof typeof PEERS, string[]][]) {
    const child = start('npm', ['exec', '--yes', `--package=${PEERS[name]}`, '--', ...args], {
      cwd: folder,
    })
    try {
      await firstResponse('http://127.0.0.1:8303/details', performance.now(), 180_000)
      for (const [key, bare] of Object.entries(bareRows)) {
        load(`http://127.0.0.1:8303/${key}`, 1)
        const row = load(`http://127.0.0.1:8303/${key}`, seconds)
        const ratio = row.perSecond / bare.perSecond
        print(`        ${name} ${key}: ${ratio.toFixed(2)} of node:http, p99 ${row.p99} ms`)
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      print(`        ${name}: not measured: ${error.message}`)
    }
    await stop(child)
  }
}
