import type { Side } from '../../contracts/harness/session.ts'
import { demoAccount } from '../../mock-server/src/demo-account.ts'
import { createTestApp } from '../../mock-server/src/test-app.ts'

/** The emulator in this process: a fresh world in memory, no port. */
export type EmbeddedEmulator = {
  side: Side
  fetch: typeof fetch /** A good token of the demo account. */
  token: () => Promise<string>
  close: () => Promise<void>
}

/** The name under which reports speak of it. Nobody is asked at that address. */
const EMBEDDED_ORIGIN = 'http://emulator.embedded'

export async function startEmbeddedEmulator(): Promise<EmbeddedEmulator> {
  const app = await createTestApp()
  const account = demoAccount(app.world)
  return {
    side: { origin: EMBEDDED_ORIGIN, fetch: app.fetch, credentials: account, isEmulator: true },
    fetch: app.fetch,
    token: async () => app.tokenOf(),
    close: app.close,
  }
}
