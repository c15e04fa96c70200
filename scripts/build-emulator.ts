/** The emulator as one file. */
import { bundle } from './bundle.ts'

/** @returns the file to run; built again when a source has changed */
export function buildEmulator(): Promise<string> {
  return bundle({
    entry: 'mock-server/src/main.ts',
    into: 'mock-server/dist',
    places: ['mock-server/src', 'fixtures/src', 'contracts/src', 'contracts/harness'],
  })
}
