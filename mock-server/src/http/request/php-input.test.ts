import { expect, test } from 'vitest'
import { app, send, useSharedApp } from '../../../test/current-app.ts'
import { selectOne } from '../../world/queries.ts'

/** Input as PHP reads it, in formats that other HTTP clients use but the shop does not. */
useSharedApp()

test('accepts numeric text as a number and a number as text, and trims text', async () => {
  const subscribed = await send('POST', '/api/v1/newsletter/subscribe', { email: '  spaced@kitabo.example ' })
  expect(subscribed.status).toBe(200)
  const sql = "SELECT 1 FROM newsletter_subscribers WHERE email = 'spaced@kitabo.example'"
  expect(selectOne(app.world, sql)).toBeDefined()
  const login = { email_or_phone: 256_700_000_001, password: 1_234_567 }
  expect((await send('POST', '/api/v1/auth/login', login)).status).toBe(401)
})
