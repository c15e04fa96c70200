import { expect, test } from 'vitest'
import { startupMessage } from './startup-message.ts'

const nothing = { allowHosts: [], hasShop: false, demo: null, data: null, token: null }
const loopback = { ...nothing, origin: 'http://127.0.0.1:8080', host: '127.0.0.1' }

test('prints localhost and no token on loopback', () => {
  const text = startupMessage(loopback)
  expect(text).toContain('http://localhost:8080/\n')
  expect(text).not.toContain('Control token')
})

test('prints the demo account, the data folder, and that the shop is open, if there are any', () => {
  const demo = { email: 'a@b.cd', password: 'secret' }
  const text = startupMessage({ ...loopback, demo, data: '/stored', hasShop: true })
  expect(text).toMatch(/The shop is open +http:\/\/localhost:8080\/\n/)
  expect(text).toMatch(/Demo account +a@b\.cd +password secret\n/)
  expect(text).toMatch(/Data +\/stored\n/)
  expect(startupMessage(loopback)).toMatch(/Emulator is up [\s\S]*Data +in memory\n/)
  expect(startupMessage(loopback)).not.toMatch(/Demo account|shop is open|Other machines/)
})

test.each(['0.0.0.0', '::'])(
  'prints localhost and explains how other machines can connect, if listening on %s',
  (host) => {
    const text = startupMessage({ ...loopback, host, token: 'abc' })
    expect(text).not.toContain(`/${host}:`)
    expect(text).toContain('http://localhost:8080/')
    expect(text).toContain('--allow-host')
    expect(text).toContain('Control token         abc')
  },
)

test('prints the URL of each allowed host name', () => {
  const text = startupMessage({ ...loopback, host: '0.0.0.0', allowHosts: ['shop.example'] })
  expect(text).toContain('http://shop.example:8080/')
  expect(text).not.toContain('--allow-host')
  const secure = { ...loopback, origin: 'https://books.example', allowHosts: ['shop.example'] }
  expect(startupMessage(secure)).toContain('https://shop.example/')
})
