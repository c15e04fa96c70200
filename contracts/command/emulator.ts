import { createEmulator } from '../../mock-server/src/emulator.ts'
import type { Side } from '../harness/send/session.ts'

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
export async function startEmbeddedEmulator(): Promise<EmbeddedEmulator> {
  const emulator = await createEmulator({ seed: 'contract', frozenAt: '2026-11-20T09:00:00Z', checks: 'all' })
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
