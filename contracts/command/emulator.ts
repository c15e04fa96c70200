import { createEmulator, demoOfFixtures } from '../../mock-server/src/emulator.ts'
import type { Side } from '../harness/send/session.ts'
import { UsageError } from '../src/command-line.ts'

/**
 * The only file of contracts that imports the emulator. Loaded only if an embedded emulator is needed, because
 * loading takes long.
 */
export type EmbeddedEmulator = {
  side: Side
  fetch: typeof fetch
  /** Returns a valid token of the demo account. */
  token: () => string
  close: () => Promise<void>
}

/** Name in reports. No request is sent to this host. */
const EMBEDDED_ORIGIN = 'http://emulator.embedded'

/** Starts an emulator in this process with a new in-memory world and a frozen clock, without a port. */
export async function startEmbeddedEmulator(
  options: { stockLimits?: boolean } = {},
): Promise<EmbeddedEmulator> {
  const emulator = await createEmulator({
    seed: 'contract',
    frozenAt: '2026-11-20T09:00:00Z',
    checks: 'all',
    ...options,
  })
  return {
    side: {
      origin: EMBEDDED_ORIGIN,
      fetch: emulator.fetch,
      credentials: emulator.demo,
      isEmulator: true,
      codeFor: async (email) => {
        const { messages } = await emulator.control('GET /outbox', { query: { recipient: email } })
        return messages.find(({ code }) => code !== null)?.code ?? null
      },
    },
    fetch: emulator.fetch,
    token: () => emulator.tokenOf(),
    close: emulator.close,
  }
}

/**
 * Returns an emulator at a URL, with the demo account of the fixtures.
 * @throws UsageError if the URL is not an emulator, because its cases write, place orders and lock accounts
 */
export async function remoteEmulator(origin: string): Promise<Side> {
  let responses = false
  try {
    const response = await fetch(`${origin}/__emulator/health`, {
      signal: AbortSignal.timeout(5000),
      redirect: 'manual',
    })
    responses = response.ok
    await response.body?.cancel()
  } catch {
    // Reported below.
  }
  if (!responses) throw new UsageError(`--emulator: no emulator responds at ${origin}/__emulator/health.`)
  return { origin, credentials: await demoOfFixtures(), isEmulator: true }
}
