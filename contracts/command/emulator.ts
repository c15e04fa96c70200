import type { Side } from '../harness/send/session.ts'
import { UsageError } from '../src/command-line.ts'

/**
 * Loads the emulator on demand, because it is slow to load and is a separate package. No other file in contracts
 * imports it.
 */
const loadEmulator = () =>
  import('../../mock-server/src/emulator.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@kitabo/emulator'))
      throw new UsageError(
        'The emulator is a separate package. Run npm install @kitabo/emulator, or validate a host without it: --target URL --emulator none.',
      )
    throw error
  })

export type EmbeddedEmulator = {
  side: Side
  fetch: typeof fetch
  /** Issues a valid token for the demo account. */
  token: () => string
  close: () => Promise<void>
}

/** Origin shown in reports. No request is sent over the network. */
const EMBEDDED_ORIGIN = 'http://emulator.embedded'

/**
 * Starts an emulator in this process, with a new in-memory world and a frozen clock. It does not listen on a port.
 * @throws UsageError if the emulator is not installed
 */
export async function startEmbeddedEmulator(
  options: { stockLimits?: boolean } = {},
): Promise<EmbeddedEmulator> {
  const { createEmulator } = await loadEmulator()
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
 * Returns the emulator at a URL, with the demo account from the fixtures. Some cases place orders and lock accounts,
 * so no other host is accepted.
 * @throws UsageError if the URL is not an emulator
 */
export async function remoteEmulator(url: string): Promise<Side> {
  const origin = url.replace(/\/api\/v1$/, '')
  const { demoOfFixtures } = await loadEmulator()
  const responds = await fetch(`${origin}/__emulator/health`, {
    signal: AbortSignal.timeout(5000),
    redirect: 'manual',
  }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
  if (!responds) throw new UsageError(`--emulator: no emulator responds at ${origin}/__emulator/health.`)
  return { origin, credentials: await demoOfFixtures(), isEmulator: true }
}
