import { expect, test } from 'vitest'
import { isPermitted, readsOf } from './contracts.ts'
import { providerContracts } from './provider-contracts.ts'

const live = { write: false, isEmulator: false }

test('a live host is sent no GET without a reason in its declaration, an emulator is', () => {
  expect(readsOf(providerContracts)['banners.list']).toBe('a public list')
  expect(isPermitted(providerContracts, 'banners.list', 'GET', live)).toBe(true)
  expect(isPermitted(providerContracts, 'banners.unexplained', 'GET', { ...live, write: true })).toBe(false)
  expect(isPermitted(providerContracts, 'banners.unexplained', 'GET', { ...live, isEmulator: true })).toBe(
    true,
  )
})

test('nothing but the log-in is written without --write', () => {
  expect(isPermitted(providerContracts, 'auth.login', 'POST', live)).toBe(true)
  expect(isPermitted(providerContracts, 'addresses.add', 'POST', live)).toBe(false)
  expect(isPermitted(providerContracts, 'addresses.add', 'POST', { ...live, write: true })).toBe(true)
})
