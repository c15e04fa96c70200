import { createTestApp } from 'mock-server/test/test-app'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callAccount } from './account-request.ts'

const emulator = await createTestApp({ extensions: { loginWithoutType: false } })
afterAll(() => emulator.close())

const bodies: Record<string, unknown>[] = []
beforeEach(() => {
  bodies.length = 0
  localStorage.clear()
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)))
    return emulator.fetch(input, init)
  })
  return () => void vi.unstubAllGlobals()
})

const logIn = (email_or_phone = 'demo@kitabo.example') =>
  callAccount('POST /auth/login', { email_or_phone, password: 'kitabo-demo' })

describe('on a host that requires a type', () => {
  test('a log-in is repeated once with the type of what was typed, which is remembered', async () => {
    expect(await logIn()).toMatchObject({ token: expect.any(String) })
    expect(bodies.map(({ type }) => type)).toEqual([undefined, 'email'])
    await logIn()
    expect(bodies.map(({ type }) => type)).toEqual([undefined, 'email', 'email'])
  })

  test('a phone number has the type phone', async () => {
    await logIn('+256772123456').catch(() => {})
    expect(bodies.map(({ type }) => type)).toEqual([undefined, 'phone'])
  })

  test('the steps of a password reset have a type too', async () => {
    const email_or_phone = 'demo@kitabo.example'
    await callAccount('POST /auth/forgot-password', { email_or_phone })
    const reset = { email_or_phone, reset_token: '0000' }
    await expect(callAccount('POST /auth/verify-token', reset)).rejects.toThrow('responded with 401')
    const passwords = { password: 'new-secret', confirm_password: 'new-secret' }
    await expect(callAccount('PUT /auth/reset-password', { ...reset, ...passwords })).rejects.toThrow('401')
    expect(bodies.map(({ type }) => type)).toEqual([undefined, 'email', 'email', 'email'])
  })

  test('a wrong password is not sent again', async () => {
    await logIn()
    const wrong = { email_or_phone: 'demo@kitabo.example', password: 'wrong-one' }
    await expect(callAccount('POST /auth/login', wrong)).rejects.toThrow('responded with 401')
    expect(bodies).toHaveLength(3)
  })
})

test('a host that requires no type gets the literal request', async () => {
  emulator.world.changeExtensions({ loginWithoutType: true })
  await logIn()
  expect(bodies).toEqual([{ email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }])
})
