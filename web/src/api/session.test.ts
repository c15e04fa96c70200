import { expect, test } from 'vitest'
import {
  belongsToCustomer,
  clearToken,
  getOwner,
  getToken,
  isRejected,
  logOut,
  rememberCustomer,
  setToken,
  tokenCacheKey,
} from './session.ts'

test('stored data belongs to the customer also after another log-in, and to the log-in until the account loads', () => {
  setToken('a-token')
  const session = tokenCacheKey('a-token')
  expect(
    [
      { id: null, session },
      { id: 4, session },
      { id: 4, session: 'b' },
    ].map(belongsToCustomer),
  ).toEqual([true, true, false])
  rememberCustomer('a-token', 4)
  expect(
    [
      { id: null, session },
      { id: null, session: 'b' },
      { id: 4, session: 'b' },
      { id: 5, session },
    ].map(belongsToCustomer),
  ).toEqual([true, false, true, false])
  expect([null, undefined, {}].map(belongsToCustomer)).toEqual([true, true, false])
})

test('the customer is remembered after an expired log-in, but not after a log-out, where only data of guests is theirs', () => {
  setToken('a-token')
  rememberCustomer('another-token', 5)
  expect(getOwner()?.id).toBeNull()
  rememberCustomer('a-token', 4)
  clearToken()
  expect([getOwner()?.id, isRejected('a-token'), isRejected('b-token')]).toEqual([4, true, false])
  setToken('b-token')
  expect(getOwner()?.id).toBeNull()
  logOut()
  expect(getOwner()).toBeNull()
  expect([null, { id: null, session: tokenCacheKey('b-token') }].map(belongsToCustomer)).toEqual([
    true,
    false,
  ])
})

test.each(['', 'two words', 'line\nbreak', 'ä', 'x'.repeat(8_193)])(
  'a stored token that is invalid in a header is none: %j',
  (token) => {
    localStorage.setItem('authToken', token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
    expect(getToken()).toBeNull()
  },
)
