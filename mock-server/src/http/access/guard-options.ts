import { randomBytes } from 'node:crypto'
import { StartError } from '../../start-error.ts'

export type GuardOptions = {
  /** Accepted host names in addition to loopback names; '*' accepts any. */
  hosts: readonly string[] | '*'
  /** Origins whose pages may use the provider's API, in addition to pages on this machine; '*' allows any. */
  origins: readonly string[] | '*'
  /** Token that the control API requires if others can connect; null requires none. */
  token: string | null
}

/** Default for an emulator that is reachable only from its own process. */
export const NO_GUARD: GuardOptions = { hosts: '*', origins: '*', token: null }

export type AccessOptions = {
  /** Port to listen on; 0 selects a free one. Without a port, the emulator is reachable only through its `fetch`. */
  port?: number | undefined
  /** Host to listen on. Defaults to 127.0.0.1. */
  host?: string | undefined
  /** Additional accepted host names, for example of a tunnel or a container. */
  allowHosts?: readonly string[] | undefined
  /**
   * Origins whose pages may use the provider's API, such as `https://shop.example`. '*' allows any, as the host does.
   */
  allowOrigins?: readonly string[] | '*' | undefined
  /** Token of the control API. If others can connect and there is none, a random one is created. */
  token?: string | null | undefined
}

/**
 * Returns the access rules. An allowed host name opens the emulator to others, because a tunnel or proxy forwards
 * requests to loopback.
 * @throws StartError for an empty or unusable token, and for a host with a scheme or port, which matches no request
 */
export function resolveGuardOptions(options: AccessOptions): GuardOptions {
  const { port, host = '127.0.0.1', allowOrigins = [], token = null } = options
  const allowHosts = (options.allowHosts ?? []).map(allowedName)
  if (token !== null && !/^[!-~]+$/.test(token))
    throw new StartError(
      'The token of the control API is empty, or contains characters that a header cannot contain.',
    )
  if (port === undefined && allowHosts.length === 0 && allowOrigins.length === 0 && token === null)
    return NO_GUARD
  const isLocal = LOOPBACK.test(host) || host === '::1'
  const isOpenToOthers = !isLocal || allowHosts.length > 0
  return {
    hosts: isLocal ? allowHosts : [nameInRequests(host), ...allowHosts],
    origins: allowOrigins.includes('*') ? '*' : allowOrigins,
    token: token ?? (isOpenToOthers ? randomBytes(12).toString('hex') : null),
  }
}

/** Returns a host to listen on as requests name it: in lower case, and IPv6 addresses in brackets. */
function nameInRequests(host: string): string {
  return (host.includes(':') ? `[${host}]` : host).toLowerCase()
}

function allowedName(text: string): string {
  const name = text.toLowerCase()
  if (/^(\w[\w.-]*|\[[\da-f:.]+\])$/.test(name)) return name
  throw new StartError(
    `An allowed host must be a name like shop.example, without scheme and port, found "${text}".`,
  )
}

export const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i
