/** `pnpm contract`: holds a host against the contracts. Its own help tells the rest: `pnpm contract --help`. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bootstrap, root, Sentence } from './bootstrap.mjs'

try {
  await bootstrap()
  // The rooms hand TypeScript to one another; tsx reads it in this process.
  const { register } = await import('tsx/esm/api')
  register()
  const { main } = await import(pathToFileURL(join(root, 'scripts', 'contract', 'main.ts')).href)
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`\n${error instanceof Sentence ? error.message : error.stack}\n`)
  // Unknown: 1 would say that the host has drifted.
  process.exit(4)
}
