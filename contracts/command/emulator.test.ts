import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { connectToEmulator, createOtherApiHost } from './emulator.ts'

const requests: string[] = []
const server = createServer(({ method, url }, response) => {
  requests.push(`${method} ${url}`)
  const isHealthy = url === '/__emulator/health'
  response.writeHead(isHealthy ? 200 : url?.startsWith('/moved') ? 302 : 404, { location: '/' }).end()
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('an emulator is used with its own account, also if its URL contains the prefix', async () => {
  const host = await connectToEmulator(`${origin}/api/v1`)
  expect(host).toMatchObject({ origin, isEmulator: true, credentials: { password: expect.any(String) } })
  expect(requests).toEqual(['HEAD /__emulator/health'])
})

test.each(['/other', '/moved'])('a host that is not an emulator is refused: %s', async (folder) => {
  const refusal = `--emulator: no emulator responds at ${origin}${folder}/__emulator/health.`
  await expect(connectToEmulator(origin + folder)).rejects.toThrow(refusal)
})

test('a host that does not respond is refused', async () => {
  const refusal = '--emulator: no emulator responds at http://127.0.0.1:1/__emulator/health.'
  await expect(connectToEmulator('http://127.0.0.1:1')).rejects.toThrow(refusal)
})

test('the second host of another API receives the credentials of the run, or any token', () => {
  const credentials = { email: 'ada@mail.test', password: 'secret' }
  expect(createOtherApiHost(origin, credentials)).toEqual({ origin, credentials, isEmulator: true })
  expect(createOtherApiHost(origin, null).credentials).toEqual({ token: 'any-token' })
})
