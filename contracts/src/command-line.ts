import http from 'node:http'
import { printable } from './printable.ts'
import { UserError } from './user-error.ts'

/** Helpers for command lines, without dependencies. Options are parsed in `create-command.ts`. */

/** @throws UserError if the text is not an integer within the bounds */
export function parseInteger(
  name: string,
  text: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`
  throw new UserError(`${name} must be an integer, ${range}, not "${text}".`)
}

/**
 * Keeps the exit code of a process: errors of stdout and stderr, such as a closed pipe or a full disk, are ignored, and
 * an uncaught error exits with a code instead of 1.
 */
export function guardProcess(internalError: number): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => {
    process.stderr.write(stackOf(error))
    process.exit(internalError)
  })
}

/** Sends requests through HTTP_PROXY and HTTPS_PROXY, except to hosts in NO_PROXY. Older versions of Node ignore them. */
export function useProxyFromEnvironment(): void {
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: () => void }
  setGlobalProxyFromEnv?.()
}

/** Returns the stack trace of an error as printable lines. */
export function stackOf(error: unknown): string {
  const { stack, message } = error instanceof Error ? error : new Error(String(error))
  return `\n${(stack ?? message).split('\n').map(printable).join('\n')}\n`
}

/** Time in milliseconds that background compilation has to finish. */
const EXIT_DELAY_MS = 100

/**
 * Exits the process after a short delay. trap: `process.exit` deadlocks while a background compilation is waiting for
 * a garbage collection (https://github.com/nodejs/node/issues/54918).
 */
export function exitSoon(code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(), EXIT_DELAY_MS)
}
