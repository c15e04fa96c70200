import { expect, test } from 'vitest'
import { findingsOf } from './contract-check.ts'

test.each([
  ['of a declared endpoint that is no list', 'GET /categories', { message: 'No.' }, true],
  ['of another one that lacks a field', 'POST /auth/login', {}, true],
  ['with an extra field', 'POST /auth/login', { token: 'a', status: true, extra: 1 }, false],
  ['of an unknown endpoint', 'GET /unknown', { message: 'No.' }, false],
])('describes the violations of a response %s', (_, key, body, isViolation) => {
  expect(findingsOf(key, 200, body).length > 0).toBe(isViolation)
})
