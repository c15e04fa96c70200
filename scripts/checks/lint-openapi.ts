/** Lints contracts/openapi.json with two linters that npm fetches for the run: they are large, and only this needs them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'

type Linter = { name: string; package: string; command: string[] }

const LINTERS: readonly Linter[] = [
  {
    name: 'Redocly',
    package: '@redocly/cli@2.77.0',
    command: ['redocly', 'lint', 'openapi.json', '--config', 'redocly.yaml'],
  },
  {
    name: 'Spectral',
    package: '@stoplight/spectral-cli@6.16.3',
    command: ['spectral', 'lint', 'openapi.json', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint'],
  },
]
const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/

/** @returns whether the document passes; without a network what cannot be fetched is skipped, and said */
export function lintOpenApi(): boolean {
  return LINTERS.map(lint).every(Boolean)
}

function lint({ name, package: program, command }: Linter): boolean {
  const started = Date.now()
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['exec', '--yes', '--prefer-offline', `--package=${program}`, '--', ...command],
    {
      cwd: join(root, 'contracts'),
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', npm_config_update_notifier: 'false' },
      shell: process.platform === 'win32',
    },
  )
  const output = `${stdout}${stderr}`
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (status !== 0 && NO_NETWORK.test(output)) {
    print(`skipped OpenAPI by ${name}: npm could not fetch it`)
    return true
  }
  print(`${status === 0 ? 'ok    ' : 'FAILED'}  OpenAPI by ${name} (${seconds} s)`)
  if (status !== 0) print(output)
  return status === 0
}
