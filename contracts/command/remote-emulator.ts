import { demoOfFixtures } from '../../mock-server/src/emulator.ts'
import type { Side } from '../harness/send/session.ts'
import { UsageError } from '../src/command-line.ts'

/**
 * An emulator at an address, called with the demo account of the fixtures.
 * @throws UsageError when something else answers there: the emulator's cases write, order and lock accounts
 */
export async function remoteEmulator(origin: string): Promise<Side> {
  let answers = false
  try {
    const response = await fetch(`${origin}/__emulator/health`, {
      signal: AbortSignal.timeout(5000),
      redirect: 'manual',
    })
    answers = response.ok
    await response.body?.cancel()
  } catch {
    // Reported below.
  }
  if (!answers) throw new UsageError(`--emulator: no emulator answers at ${origin}/__emulator/health.`)
  return { origin, credentials: await demoOfFixtures(), isEmulator: true }
}
