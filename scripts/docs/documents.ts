import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '../../contracts/src/api.ts'
import { buildOpenApi } from '../../contracts/src/openapi.ts'
import { root } from '../bootstrap.ts'
import { searchDocument } from '../lab/web/search-table.ts'

const fileAt = (path: string) => join(root, path)

async function documents(): Promise<[path: string, text: string][]> {
  const json = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`
  const { version } = JSON.parse(readFileSync(fileAt('contracts/package.json'), 'utf8')) as {
    version: string
  }
  return [
    ['contracts/openapi.json', json(buildOpenApi(api, version))],
    ['docs/search.md', await searchDocument(readFileSync(fileAt('docs/search.md'), 'utf8'))],
  ]
}

/** Writes the generated documents, or checks whether they are up to date. @returns the exit code */
export async function writeDocs(onlyCheck: boolean): Promise<number> {
  let code = 0
  for (const [path, fresh] of await documents()) {
    if (!onlyCheck) {
      writeFileSync(fileAt(path), fresh)
      process.stdout.write(`wrote ${path}\n`)
    } else if (!existsSync(fileAt(path)) || readFileSync(fileAt(path), 'utf8') !== fresh) {
      process.stderr.write(`${path} is out of date: run \`npm run docs\` and commit it.\n`)
      code = 1
    }
  }
  return code
}
