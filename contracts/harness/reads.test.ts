import { expect, test } from 'vitest'
import { isPermitted, READS } from './reads.ts'

const live = { write: false, isEmulator: false }

test('a live host is sent no GET without a reason in its declaration, an emulator is', () => {
  expect(READS['banners.list']).toBe('a public list')
  expect(isPermitted('banners.list', 'GET', live)).toBe(true)
  expect(isPermitted('banners.unexplained', 'GET', { ...live, write: true })).toBe(false)
  expect(isPermitted('banners.unexplained', 'GET', { ...live, isEmulator: true })).toBe(true)
})

test('nothing but the log-in is written without --write', () => {
  expect(isPermitted('auth.login', 'POST', live)).toBe(true)
  expect(isPermitted('addresses.add', 'POST', live)).toBe(false)
  expect(isPermitted('addresses.add', 'POST', { ...live, write: true })).toBe(true)
})
