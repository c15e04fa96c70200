/** The emulator as one file. */
import { bundle } from './bundle.ts'

/** @returns the file to run; built again when a source has changed */
export function buildEmulator(): Promise<string> {
  return bundle({
    entry: 'mock-server/src/main.ts',
    into: 'mock-server/dist',
    places: [
      'mock-server/src',
      'mock-server/assets',
      'mock-server/browser',
      'fixtures/src',
      'contracts/src',
      'contracts/harness',
    ],
  })
}
