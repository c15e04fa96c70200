/** `pnpm docs`: writes the OpenAPI 3.1 document of the contracts. With --check it only tells whether it is fresh. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bootstrap, fail, root } from './bootstrap.mjs'

try {
  await bootstrap()
  const { register } = await import('tsx/esm/api')
  register()
  const { writeDocs } = await import(pathToFileURL(join(root, 'scripts', 'contract', 'docs.ts')).href)
  process.exit(writeDocs(process.argv.includes('--check')))
} catch (error) {
  fail(error)
}
