import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { api } from '../contracts/src/api.ts'
import { buildOpenApi } from '../contracts/src/openapi.ts'
import { shopReads } from './shop-reads.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The documents that are made from the sources, by where they are. */
function documents(): [path: string, content: unknown][] {
  const { version } = JSON.parse(readFileSync(fileAt('contracts/package.json'), 'utf8')) as {
    version: string
  }
  return [
    ['contracts/openapi.json', buildOpenApi(api, version)],
    ['contracts/harness/shop-reads.json', shopReads()],
  ]
}

/** Writes the documents, or only reports whether they are up to date. @returns the exit code */
export function writeDocs(onlyCheck: boolean): number {
  let code = 0
  for (const [path, content] of documents()) {
    const fresh = `${JSON.stringify(content, null, 2)}\n`
    if (!onlyCheck) {
      writeFileSync(fileAt(path), fresh)
      process.stdout.write(`${path} is written\n`)
    } else if (readIfThere(path) !== fresh) {
      process.stderr.write(`${path} is not what the sources say: run \`npm run docs\` and commit it.\n`)
      code = 1
    }
  }
  return code
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(fileAt(path), 'utf8')
  } catch {
    return null
  }
}
