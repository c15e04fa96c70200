import { expect, test } from 'vitest'
import { eachTestHasApp } from '../../test/fresh-app.ts'
import type { TestApp } from '../../test/test-app.ts'

let app: TestApp
eachTestHasApp((fresh) => {
  app = fresh
})

const finding = { call: 'GET /banners', rule: 'null', where: '$[].id' }

const post = (body: string, type = 'text/plain;charset=UTF-8') =>
  app.fetch('http://localhost/__emulator/seen', { method: 'POST', headers: { 'content-type': type }, body })

test('stores browser reports sent as text or JSON', async () => {
  const body = JSON.stringify({ build: 'b1', findings: [finding] })
  expect((await post(body)).status).toBe(204)
  expect((await post(body, 'application/json')).status).toBe(204)
  const { reports } = await app.control('GET /seen')
  expect(reports).toHaveLength(2)
  expect(reports[0]).toMatchObject({ build: 'b1', findings: [finding], at: expect.any(String) })
})

test('refuses invalid reports, and removes undeclared fields', async () => {
  for (const body of [
    '',
    'nonsense',
    '{}',
    JSON.stringify({ build: 'b', findings: Array(101).fill(finding) }),
  ])
    expect([body.slice(0, 20), (await post(body)).status]).toEqual([body.slice(0, 20), 400])
  expect((await app.control('GET /seen')).reports).toEqual([])
  await post(JSON.stringify({ build: 'b', findings: [{ ...finding, value: 'secret' }], user: 7 }))
  expect(JSON.stringify(await app.control('GET /seen'))).not.toMatch(/secret|user/)
})

test('deletes reports on request', async () => {
  await post(JSON.stringify({ build: 'b', findings: [finding] }))
  await app.control('DELETE /seen')
  expect((await app.control('GET /seen')).reports).toEqual([])
})
