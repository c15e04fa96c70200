import type { EmulatorOptions } from '../../mock-server/package/index.ts'
import type { HostAccess } from '../harness/send/host-access.ts'
import { UserError } from '../src/command-line/user-error.ts'

/**
 * Loads the emulator on demand, because it is slow to load and is a separate package. No other file in contracts
 * imports it.
 */
const loadEmulator = () =>
  import('../../mock-server/package/index.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@kitabo/emulator'))
      throw new UserError(
        'The emulator is a separate package. Install emulator.tgz, which npm run packages writes, or validate a host without it: --target URL --emulator none.',
      )
    throw error
  })

export type EmbeddedEmulator = Awaited<ReturnType<typeof startEmbeddedEmulator>>

/** Origin shown in reports. No request is sent over the network. */
const EMBEDDED_ORIGIN = 'http://emulator.embedded'

/**
 * Starts an emulator in this process, with a new in-memory world and a frozen clock. It does not listen on a port.
 * @throws UserError if the emulator is not installed
 */
export async function startEmbeddedEmulator(
  options: Pick<EmulatorOptions, 'extensions' | 'profile' | 'stock'> = {},
) {
  const { createEmulator } = await loadEmulator()
  const emulator = await createEmulator({
    seed: 'contract',
    frozenAt: '2026-11-20T09:00:00Z',
    checks: 'all',
    ...options,
  })
  const { fetch, demo, tokenOf, close } = emulator
  const host: HostAccess = {
    origin: EMBEDDED_ORIGIN,
    fetch,
    credentials: demo,
    isEmulator: true,
    codeFor: async (email) => {
      const { messages } = await emulator.control('GET /outbox', { query: { recipient: email } })
      return messages.find(({ code }) => code !== null)?.code ?? null
    },
  }
  return { host, fetch, token: () => tokenOf(), close }
}

/** Returns a second host of a different API, for example a mock server that accepts any token. */
export function createOtherApiHost(origin: string, credentials: HostAccess['credentials']): HostAccess {
  return { origin, credentials: credentials ?? { token: 'any-token' }, isEmulator: true }
}

/**
 * Returns the emulator at a URL, with the demo account from the fixtures. Some cases place orders and lock accounts,
 * so no other host is accepted.
 * @throws UserError if the URL is not an emulator
 */
export async function connectToEmulator(url: string): Promise<HostAccess> {
  const origin = url.replace(/\/api\/v1$/, '')
  const { loadDemoAccount } = await loadEmulator()
  const limits = { signal: AbortSignal.timeout(5000), redirect: 'manual' } as const
  const health = await fetch(`${origin}/__emulator/health`, { method: 'HEAD', ...limits }).catch(() => null)
  if (!health?.ok) throw new UserError(`--emulator: no emulator responds at ${origin}/__emulator/health.`)
  return { origin, credentials: await loadDemoAccount(), isEmulator: true }
}
