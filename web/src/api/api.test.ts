import { expect, onTestFinished, test, vi } from 'vitest'
import { lateResponse } from '../../test/render.tsx'
import { call } from './api.ts'
import { getToken, setToken } from './session.ts'

const rejection = () => new Response('{"errors":[]}', { status: 401 })

test('a rejection of an earlier log-in does not log the next customer out', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const late = lateResponse()
  vi.stubGlobal('fetch', () => late.response)
  setToken('token-of-amina')
  const request = call('GET /customer/info')
  setToken('token-of-david')
  late.send(rejection())
  await expect(request).rejects.toThrow()
  expect(getToken()).toBe('token-of-david')
})

test('a rejection of a request without the token does not log the customer out', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async () => rejection())
  setToken('token-of-amina')
  await expect(call('GET /customer/wish-list/', { query: { user: '1' }, withToken: false })).rejects.toThrow()
  expect(getToken()).toBe('token-of-amina')
  await expect(call('GET /customer/info')).rejects.toThrow()
  expect(getToken()).toBeNull()
})
