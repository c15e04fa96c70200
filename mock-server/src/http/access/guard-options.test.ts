import { describe, expect, test } from 'vitest'
import { NO_GUARD, resolveGuardOptions } from './guard-options.ts'

describe('who may reach an emulator', () => {
  const loopback = { hosts: [], origins: [], token: null }
  const random = expect.stringMatching(/^[\da-f]{24}$/)
  const tunnel = { ...loopback, hosts: ['a.example'], token: random }
  const all = { port: 0, host: '0.0.0.0' }
  const origin = 'https://a.example'
  test.each<[string, Parameters<typeof resolveGuardOptions>[0], object]>([
    ['nobody but its process without a port', {}, NO_GUARD],
    ['this machine on loopback', { port: 0 }, loopback],
    ['this machine on IPv6 loopback', { port: 0, host: '::1' }, loopback],
    ['others on every address', all, { hosts: ['0.0.0.0'], origins: [], token: random }],
    ['others by a name, in lower case', { ...all, host: 'MyBox' }, { ...tunnel, hosts: ['mybox'] }],
    ['others by an IPv6 address', { ...all, host: '2001:DB8::5' }, { ...tunnel, hosts: ['[2001:db8::5]'] }],
    ['others through a tunnel to loopback', { port: 0, allowHosts: ['a.example'] }, tunnel],
    ['others in the same process, if a name is allowed', { allowHosts: ['A.example'] }, tunnel],
    ['pages of an allowed origin', { port: 0, allowOrigins: [origin] }, { ...loopback, origins: [origin] }],
    ['pages of any origin', { port: 0, allowOrigins: ['*'] }, { ...loopback, origins: '*' }],
    ['others with a given token', { ...all, token: 'x' }, { hosts: ['0.0.0.0'], origins: [], token: 'x' }],
  ])('%s', (_, options, guard) => {
    expect(resolveGuardOptions(options)).toEqual(guard)
  })

  test.each(['', ' ', 'a b', 'ŋ'])('refuses the token "%s", which anybody or nobody could send', (token) => {
    expect(() => resolveGuardOptions({ ...all, token })).toThrow('The token of the control API is empty')
  })

  test.each(['', 'http://a.example', 'a.example:8080', '*'])(
    'refuses the allowed host "%s", which no request could name',
    (name) => {
      expect(() => resolveGuardOptions({ port: 0, allowHosts: [name] })).toThrow('without scheme and port')
    },
  )
})
