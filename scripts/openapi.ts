import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { api } from '../contracts/src/api.ts'
import { buildOpenApi } from '../contracts/src/openapi.ts'

const file = fileURLToPath(new URL('../contracts/openapi.json', import.meta.url))
const version = (
  JSON.parse(readFileSync(new URL('../contracts/package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

/** Writes contracts/openapi.json, or only reports whether it is up to date. @returns the exit code */
export function writeDocs(onlyCheck: boolean): number {
  const fresh = `${JSON.stringify(buildOpenApi(api, version), null, 2)}\n`
  if (!onlyCheck) {
    writeFileSync(file, fresh)
    process.stdout.write('contracts/openapi.json is written\n')
    return 0
  }
  if (readIfThere() === fresh) return 0
  process.stderr.write(
    'contracts/openapi.json is not what the contracts say: run `npm run docs` and commit it.\n',
  )
  return 1
}

function readIfThere(): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
