/** The emulator as one file, beside the scripts that it serves to browsers. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleScript, SCRIPTS } from '../../mock-server/src/http/shop/bundle-script.ts'
import { bundle } from './bundle.ts'

/** @returns the file to run; built again when a source has changed */
export function buildEmulator(): Promise<string> {
  return bundle({
    entry: 'mock-server/src/main.ts',
    into: 'mock-server/dist',
    places: [
      'mock-server/src',
      'mock-server/browser',
      'fixtures/src',
      'contracts/src',
      'contracts/harness',
      'scripts/build/build-emulator.ts',
    ],
    addTo: async (folder) => {
      mkdirSync(join(folder, 'browser'))
      for (const name of SCRIPTS)
        writeFileSync(join(folder, 'browser', `${name}.js`), await bundleScript(name))
    },
  })
}
