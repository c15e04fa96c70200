import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { createTestApp } from '../../test/test-app.ts'
import { control } from '../control-api/control.ts'

test('serves an OpenAPI document for the control API', async () => {
  const app = await createTestApp()
  const document = await (await app.fetch('http://localhost/__emulator/openapi.json')).json()
  const declared = Object.values(control).flatMap((each) => Object.values(each))
  expect(document.servers).toEqual([{ url: '/__emulator' }])
  for (const { method, path, summary } of nonEmpty(declared)) {
    expect(document.paths[path][method.toLowerCase()].summary).toBe(summary)
  }
  await app.close()
})

test('serves the documents that the console links to without a token', async () => {
  const app = await createTestApp({ token: 'sesame' })
  const read = async (path: string) => (await app.fetch(`http://localhost/__emulator${path}`)).text()
  expect(JSON.parse(await read('/provider/openapi.json')).paths['/products/latest'].get).toBeDefined()
  expect(JSON.parse(await read('/openapi.json')).paths['/clock'].get).toBeDefined()
  expect(await read('/readme')).toMatch(/^# .*emulator/i)
  await app.close()
})

test('returns a JSON error with the URL of the document for an unknown path', async () => {
  const app = await createTestApp()
  const response = await app.fetch('http://localhost/__emulator/clocks', { method: 'POST' })
  expect(response.status).toBe(404)
  expect((await response.json()).message).toBe(
    '((There is no POST /__emulator/clocks; GET /__emulator/openapi.json lists the endpoints.))',
  )
  await app.close()
})
