import http from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { useProxyFromEnvironment } from './proxy.ts'

type ProxyModule = { setGlobalProxyFromEnv?: ((env: NodeJS.ProcessEnv) => void) | undefined }
const module = http as ProxyModule
const { setGlobalProxyFromEnv: original } = module

afterEach(() => {
  module.setGlobalProxyFromEnv = original
  vi.restoreAllMocks()
})

/** Returns the settings that Node receives for an environment. */
function settingsFor(env: NodeJS.ProcessEnv) {
  const set = vi.fn<(env: NodeJS.ProcessEnv) => void>()
  module.setGlobalProxyFromEnv = set
  useProxyFromEnvironment(env)
  return set.mock.calls.flat()
}

test('without a proxy, nothing is set', () => {
  expect(settingsFor({ NO_PROXY: 'x.test', HTTP_PROXY: '' })).toEqual([])
})

test('a proxy without a scheme is that of an HTTP proxy, and NO_PROXY is passed on', () => {
  expect(settingsFor({ https_proxy: ' proxy.test:8080 ', NO_PROXY: 'x.test' })).toEqual([
    { https_proxy: 'http://proxy.test:8080', NO_PROXY: 'x.test' },
  ])
  const env = { HTTP_PROXY: 'https://proxy.test' }
  expect(settingsFor(env)).toEqual([env])
})

test.each(['socks5://user:hunter2@proxy.test', 'http://', 'a b'])('refuses %s without its value', (value) => {
  expect(() => settingsFor({ HTTPS_PROXY: value })).toThrow(
    /^HTTPS_PROXY must be the URL of an HTTP proxy like http:\/\/proxy\.example:8080\.$/,
  )
})

test('a version of Node that ignores proxies gets a warning', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  module.setGlobalProxyFromEnv = undefined
  useProxyFromEnvironment({ HTTP_PROXY: 'http://user:hunter2@proxy.test' })
  expect(write.mock.calls).toEqual([
    [`Node ${process.version} ignores HTTP_PROXY: requests are sent directly. A newer version uses it.\n`],
  ])
})
