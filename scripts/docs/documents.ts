import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { api } from '../../contracts/src/api.ts'
import { buildOpenApi } from '../../contracts/src/openapi.ts'
import { searchDocument } from '../lab/web/search-table.ts'
import { shopReads } from './shop-reads.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Generated documents by path. */
async function documents(): Promise<[path: string, text: string][]> {
  const json = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`
  const { version } = JSON.parse(readFileSync(fileAt('contracts/package.json'), 'utf8')) as {
    version: string
  }
  return [
    ['contracts/openapi.json', json(buildOpenApi(api, version))],
    ['contracts/harness/report/shop-reads.json', json(shopReads())],
    ['docs/search.md', await searchDocument(readIfThere('docs/search.md') ?? '')],
  ]
}

/** Writes the generated documents, or checks whether they are up to date. @returns the exit code */
export async function writeDocs(onlyCheck: boolean): Promise<number> {
  let code = 0
  for (const [path, fresh] of await documents()) {
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
