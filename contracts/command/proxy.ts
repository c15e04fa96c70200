import http from 'node:http'
import { UserError } from '../src/command-line/user-error.ts'

const PROXY_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']

/**
 * Sends requests through HTTP_PROXY and HTTPS_PROXY, except to hosts in NO_PROXY. Versions of
 * Node that ignore them get a warning. A value without a scheme is that of an HTTP proxy, as in curl.
 * @throws UserError if a value is not a URL. The message contains no value, which may include a password.
 */
export function useProxyFromEnvironment(env: NodeJS.ProcessEnv = process.env): void {
  const proxies = PROXY_VARIABLES.flatMap((name) =>
    env[name] ? [[name, parseProxyUrl(name, env[name])]] : [],
  )
  if (proxies.length === 0) return
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: (env: NodeJS.ProcessEnv) => void }
  if (setGlobalProxyFromEnv) setGlobalProxyFromEnv({ ...env, ...Object.fromEntries(proxies) })
  else
    process.stderr.write(
      `Node ${process.version} ignores ${proxies[0]?.[0]}: requests are sent directly. A newer version uses it.\n`,
    )
}

function parseProxyUrl(name: string, value: string): string {
  const text = value.trim()
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const { protocol = '' } = URL.canParse(url) ? new URL(url) : {}
  if (protocol === 'http:' || protocol === 'https:') return url
  throw new UserError(`${name} must be the URL of an HTTP proxy like http://proxy.example:8080.`)
}
