import { createEmulator, demoOfFixtures } from '../../mock-server/src/emulator.ts'
import type { Side } from '../harness/send/session.ts'
import { UsageError } from '../src/command-line.ts'

/**
 * The one file of contracts that knows the emulator: the command compares a host with it. Loaded only when an embedded
 * emulator is needed, since loading it takes longer than anything else here.
 */
export type EmbeddedEmulator = {
  side: Side
  fetch: typeof fetch
  /** A valid token of the demo account. */
  token: () => string
  close: () => Promise<void>
}

/** The name under which reports speak of it. No request is sent to that address. */
const EMBEDDED_ORIGIN = 'http://emulator.embedded'

/** Starts an emulator in this process: a new world in memory, a frozen clock, no port. */
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
 * An emulator at an address, called with the demo account of the fixtures.
 * @throws UsageError when something else answers there: the emulator's cases write, order and lock accounts
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
  if (!responses) throw new UsageError(`--emulator: no emulator answers at ${origin}/__emulator/health.`)
  return { origin, credentials: await demoOfFixtures(), isEmulator: true }
}
