import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import type { HostAccess } from '../harness/send/host-access.ts'
import { toPrintable } from '../src/command-line/printable.ts'
import { UserError } from '../src/command-line/user-error.ts'

/** Reads a token, or an e-mail address and a password, from the environment. The token takes precedence. */
export function readCredentials(env: NodeJS.ProcessEnv = process.env): HostAccess['credentials'] {
  const { PROVIDER_EMAIL: email, PROVIDER_PASSWORD: password } = env
  // Trims the trailing line break that shells may append, because headers must not contain line breaks.
  const token = env.PROVIDER_TOKEN?.trim()
  if (token) {
    if (/[^\x21-\x7e]/.test(token)) throw new UserError('PROVIDER_TOKEN contains an invalid character.')
    return { token, ...(email ? { email } : {}), ...(password ? { password } : {}) }
  }
  if (email && password) return { email, password }
  if (email || password)
    throw new UserError(
      `${email ? 'PROVIDER_PASSWORD' : 'PROVIDER_EMAIL'} is missing, although ${email ? 'PROVIDER_EMAIL' : 'PROVIDER_PASSWORD'} is set.`,
    )
  return null
}

const execCommand = promisify(exec)

/** Timeout for the command. It is long, because the command may wait for an e-mail to arrive. */
const CODE_COMMAND_TIMEOUT_MS = 60_000

/**
 * Returns the one-time code that a host has sent: the fixed code from the environment, or the output of a command that
 * reads a mailbox. The command receives the e-mail address in `CONTRACT_EMAIL`. Its output must contain exactly one
 * number of four to eight digits.
 * @returns the code, or null if there is none; if the command fails, the reason is printed to stderr
 */
export async function readOneTimeCode(
  email: string,
  command: string | null,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  const warn = (message: string) => process.stderr.write(`${toPrintable(message)}\n`)
  if (command === null) return env.PROVIDER_CODE?.trim() || null
  try {
    const { stdout } = await execCommand(command, {
      env: { ...env, CONTRACT_EMAIL: email },
      timeout: CODE_COMMAND_TIMEOUT_MS,
    })
    const codes = new Set(stdout.match(/(?<!\d)\d{4,8}(?!\d)/g))
    if (codes.size === 1) return [...codes][0] ?? null
    warn(`PROVIDER_CODE_COMMAND printed ${codes.size === 0 ? 'no code' : 'several possible codes'}.`)
  } catch (error) {
    const { code, killed: hasTimedOut } = error as { code?: unknown; killed?: boolean }
    warn(`PROVIDER_CODE_COMMAND ${hasTimedOut ? 'timed out after a minute' : `exited with ${code}`}.`)
  }
  return null
}
