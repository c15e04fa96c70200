import { ApiError } from 'contracts/client'
import { expect, test } from 'vitest'
import { failureAdvice } from './failure-advice.ts'

const refusedFor = (retryAfterMs: number | null) => new ApiError('POST /auth/login', 429, {}, retryAfterMs)

test.each([
  ['a lost connection', new TypeError('Failed to fetch'), 'Check your internet connection.'],
  ['a wait of a minute', refusedFor(60_000), 'Try again in 1 minute.'],
  ['a wait of more than a minute', refusedFor(61_000), 'Try again in 2 minutes.'],
  ['no wait', refusedFor(0), 'Try again in 1 minute.'],
  ['a refusal without a time', refusedFor(null), null],
  ['an unexpected error', new Error('unexpected'), null],
])('advises after %s', (_, error, advice) => expect(failureAdvice(error)).toBe(advice))
