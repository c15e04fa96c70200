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

const PROXY_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']

/**
 * Sends requests through HTTP_PROXY and HTTPS_PROXY, except to hosts in NO_PROXY. Older versions of Node ignore them.
 * A value without a scheme is that of an HTTP proxy, as in curl.
 * @throws UserError if a value is not a URL. The message contains no value, which may include a password.
 */
export function useProxyFromEnvironment(env: NodeJS.ProcessEnv = process.env): void {
  const proxies = PROXY_VARIABLES.flatMap((name) => (env[name] ? [[name, proxyUrl(name, env[name])]] : []))
  if (proxies.length === 0) return
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: (env: NodeJS.ProcessEnv) => void }
  setGlobalProxyFromEnv?.({ ...env, ...Object.fromEntries(proxies) })
}

function proxyUrl(name: string, value: string): string {
  const text = value.trim()
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const { protocol = '' } = URL.canParse(url) ? new URL(url) : {}
  if (protocol === 'http:' || protocol === 'https:') return url
  throw new UserError(`${name} must be the URL of an HTTP proxy like http://proxy.example:8080.`)
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
