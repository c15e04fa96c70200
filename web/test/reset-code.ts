import { createTestApp } from 'mock-server/test/test-app'
import { selectOne } from 'mock-server/world/queries'
import { passwordReset } from '../src/features/account/password-reset.ts'

export const EMAIL = 'demo@kitabo.example'

/** Returns an emulator that has sent a one-time code, and the code. */
export async function sentCode() {
  const emulator = await createTestApp()
  await emulator.client()('POST /auth/forgot-password', { body: { email_or_phone: EMAIL } })
  const mail = selectOne<{ code: string }>(emulator.world, 'SELECT code FROM outbox ORDER BY id DESC LIMIT 1')
  passwordReset.storeEmail(EMAIL)
  return { emulator, code: mail?.code ?? '' }
}
