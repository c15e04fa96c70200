import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { printable } from '../harness/report/printable.ts'
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

const run = promisify(exec)

/** Milliseconds that a command may take: it may wait for a mail. */
const TIMEOUT_MS = 60_000

/**
 * Finds the one-time code that a host has sent: by a command that reads a mailbox, or the fixed code of the host from
 * the environment. The command gets the address in `CONTRACT_EMAIL`; its output must hold one number of four to eight
 * digits.
 * @returns the code, or null where there is none; why is said on stderr
 */
export async function oneTimeCode(
  email: string,
  command: string | null,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  const warn = (sentence: string) => process.stderr.write(`${printable(sentence)}\n`)
  if (command === null) return env.PROVIDER_CODE?.trim() || null
  try {
    const { stdout } = await run(command, { env: { ...env, CONTRACT_EMAIL: email }, timeout: TIMEOUT_MS })
    const codes = new Set(stdout.match(/(?<!\d)\d{4,8}(?!\d)/g))
    if (codes.size === 1) return [...codes][0] ?? null
    warn(
      `PROVIDER_CODE_COMMAND printed ${codes.size === 0 ? 'no code' : 'several numbers that could be the code'}.`,
    )
  } catch (error) {
    const { code, killed } = error as { code?: unknown; killed?: boolean }
    warn(`PROVIDER_CODE_COMMAND ${killed ? 'took longer than a minute' : `ended with ${code}`}.`)
  }
  return null
}
