import type { Caller } from '../../src/case.ts'
import type { Contracts } from '../../src/contracts.ts'

/** A request, to which the session adds the host, common headers and the token. */
export type OutgoingRequest = {
  name: string
  method: string
  path: string
  as?: Caller
  body?: unknown
  headers?: Record<string, string>
  /** Whether a JSON response is expected (default). False for images. */
  isJson?: boolean
}

/** Returns the URL and the headers of a request, which may contain the token. */
export function toHttpRequest(
  { pageOrigin }: Contracts,
  origin: string,
  { method, as, isJson, body, path, headers: ownHeaders }: OutgoingRequest,
  token: string | null,
) {
  const sentToken = as === 'invalid-token' ? 'not.a.token' : as === 'customer' ? token : null
  const headers: Record<string, string> = {
    Accept: isJson !== false ? 'application/json' : method === 'OPTIONS' ? '*/*' : 'image/*',
    ...(pageOrigin === null ? {} : { Origin: pageOrigin }),
    'User-Agent': 'kitabo-contract',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...ownHeaders,
  }
  if (sentToken) headers.Authorization = `Bearer ${sentToken}`
  return { url: origin + path, headers }
}
