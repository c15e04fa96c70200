import type { Contracts } from '../../src/contracts.ts'
import type { HostAccess } from './host-access.ts'
import { type OutgoingRequest, toHttpRequest } from './outgoing-request.ts'
import { isCredentialName, isQueryCredential } from './secrets.ts'

/** Delimits a shell variable in the parts of a command, because a host's text may contain `$PROVIDER_TOKEN` itself. */
const MARK = '\ue000'
const variable = (name: string) => `${MARK}${name}${MARK}`

/** Returns the command that repeats a request. The token, the e-mail address and the password are shell variables. */
export function curlOf(
  contracts: Contracts,
  { origin, credentials }: HostAccess,
  outgoing: OutgoingRequest,
): string {
  const { method, body } = outgoing
  const { url, headers: allHeaders } = toHttpRequest(contracts, origin, outgoing, variable('PROVIDER_TOKEN'))
  const { 'User-Agent': _, ...headers } = allHeaders
  const text = JSON.stringify(body, (_, value) => {
    if (typeof value !== 'string') return value
    if (value === credentials?.email) return variable('PROVIDER_EMAIL')
    return value === credentials?.password ? variable('PROVIDER_PASSWORD') : value
  })
  return formatCurl(method, url, Object.entries(headers), body === undefined ? undefined : text)
}

/**
 * Formats a request as a curl command. Credentials in headers and in the query are hidden; a bearer token is a
 * variable.
 */
export function formatCurl(
  method: string,
  url: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: string | undefined,
): string {
  return [
    'curl -sS -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => {
      if (!isCredentialName(name) || value.includes(MARK)) return `-H ${quoteForShell(`${name}: ${value}`)}`
      const isBearer = /^authorization$/i.test(name) && /^bearer /i.test(value)
      return `-H ${quoteForShell(`${name}: ${isBearer ? `Bearer ${variable('PROVIDER_TOKEN')}` : '***'}`)}`
    }),
    ...(body === undefined ? [] : [`-d ${quoteForShell(body)}`]),
    quoteForShell(maskCredentials(url)),
  ].join(' ')
}

/** Replaces the values of credentials in a query. */
export function maskCredentials(url: string): string {
  return url.replace(/([?&])([^=&]+)=([^&]*)/g, (parameter, sign, name) =>
    isQueryCredential(name) ? `${sign}${name}=***` : parameter,
  )
}

/**
 * Quotes a text for a POSIX shell. Only variables are in double quotes, in which a shell expands other text as well.
 */
function quoteForShell(text: string): string {
  return text
    .split(MARK)
    .map((part, index) => (index % 2 === 1 ? `"$${part}"` : `'${part.replaceAll("'", "'\\''")}'`))
    .filter((part) => part !== "''" || text === '')
    .join('')
}
