import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { get, send, useSharedApp } from '../../test/current-app.ts'
import { control } from '../control-api/control.ts'

useSharedApp({ token: 'sesame' })

test('serves an OpenAPI document for the control API', async () => {
  const { body: document } = await get('/__emulator/openapi.json')
  const endpoints = Object.values(control).flatMap((each) => Object.values(each))
  expect(document.servers).toEqual([{ url: '/__emulator' }])
  for (const { method, path, summary } of nonEmpty(endpoints)) {
    expect(document.paths[path][method.toLowerCase()].summary).toBe(summary)
  }
})

test('serves the documents that the console links to without a token', async () => {
  const read = async (path: string) => (await get(`/__emulator${path}`)).body
  const [path] = (await read('/provider/openapi.json')).paths['/products/details/{id}'].get.parameters
  expect(path).toMatchObject({ name: 'id', example: 101 })
  expect((await read('/openapi.json')).paths['/clock'].get).toBeDefined()
  expect(await read('/readme')).toMatch(/^# .*emulator/i)
})

test('returns a JSON error with the URL of the document for an unknown path', async () => {
  const { status, message } = await send('POST', '/__emulator/clocks', {}, { Authorization: 'Bearer sesame' })
  expect([status, message]).toEqual([
    404,
    '((There is no POST /__emulator/clocks; GET /__emulator/openapi.json lists the endpoints.))',
  ])
})
