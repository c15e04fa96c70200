import { UsageError } from '../src/command-line.ts'
import type { EmbeddedEmulator } from './emulator.ts'

/**
 * Starts an emulator in this process.
 * @throws UsageError if the emulator, which is a separate package, is not installed
 */
export async function startEmbedded(): Promise<EmbeddedEmulator> {
  return (await import('./emulator.ts').catch(explain)).startEmbeddedEmulator()
}

/**
 * Returns an emulator at a URL.
 * @throws UsageError if there is none
 */
export async function findRemote(origin: string): Promise<EmbeddedEmulator['side']> {
  return (await import('./emulator.ts').catch(explain)).remoteEmulator(origin)
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@kitabo/emulator'))
    throw new UsageError(
      'The emulator is a separate package: npm install @kitabo/emulator, or validate a host alone with --target URL --emulator none.',
    )
  throw error
}
