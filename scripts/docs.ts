import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '../contracts/src/api.ts'
import { buildOpenApi } from '../contracts/src/openapi.ts'
import { commandLine, root } from './command.ts'
import { searchDocument } from './lab/web/search-table.ts'

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

const { check } = commandLine(
  'docs',
  'Writes the generated documents: the OpenAPI 3.1 document and the table in docs/search.md.',
)
  .option('--check', 'only check whether they are up to date; the exit code is 1 if they are not')
  .parse()
  .opts()
for (const [path, fresh] of await documents()) {
  if (!check) {
    writeFileSync(fileAt(path), fresh)
    process.stdout.write(`wrote ${path}\n`)
  } else if (!existsSync(fileAt(path)) || readFileSync(fileAt(path), 'utf8') !== fresh) {
    process.stderr.write(`${path} is out of date: run \`npm run docs\` and commit it.\n`)
    process.exitCode = 1
  }
}
