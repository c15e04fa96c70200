import type { Side } from '../harness/send/session.ts'
import { UsageError } from '../src/command-line.ts'

/** The account's e-mail and password, or a token: from the environment only, the token first. */
export function credentialsFromEnvironment(env: NodeJS.ProcessEnv = process.env): Side['credentials'] {
  const { PROVIDER_EMAIL: email, PROVIDER_PASSWORD: password, PROVIDER_TOKEN: token } = env
  if (token) {
    // A header cannot carry a line break; one at the end is what a shell leaves.
    if (/[^\x21-\x7e]/.test(token.trim()))
      throw new UsageError('PROVIDER_TOKEN holds a character that is not allowed in a token.')
    return { token: token.trim(), ...(email ? { email } : {}), ...(password ? { password } : {}) }
  }
  if (email && password) return { email, password }
  if (email || password)
    throw new UsageError(
      `${email ? 'PROVIDER_PASSWORD' : 'PROVIDER_EMAIL'} is missing beside ${email ? 'PROVIDER_EMAIL' : 'PROVIDER_PASSWORD'}.`,
    )
  return null
}
