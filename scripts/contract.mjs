/** `pnpm contract`: holds a host against the contracts. Its own help tells the rest: `pnpm contract --help`. */
import { pathToFileURL } from 'node:url'
import { bootstrap, Sentence } from './bootstrap.mjs'
import { bundle } from './bundle.mjs'

try {
  await bootstrap()
  const program = await bundle({
    entry: 'scripts/contract/main.ts',
    into: 'scripts/dist',
    places: [
      'scripts/contract',
      'mock-server/src',
      'fixtures/src',
      'contracts/src',
      'contracts/cases',
      'contracts/harness',
    ],
  })
  const { main } = await import(pathToFileURL(program).href)
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`\n${error instanceof Sentence ? error.message : error.stack}\n`)
  // Unknown: 1 would say that the host has drifted.
  process.exit(4)
}
