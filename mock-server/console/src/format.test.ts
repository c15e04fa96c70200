import { expect, test } from 'vitest'
import { formatCount, formatTime, readDateField, toLabel } from './format.ts'

test('formats times in the time zone of Kampala', () => {
  expect(formatTime('2026-11-20T09:00:05.000Z')).toBe('12:00:05')
})

test('converts field values in the time zone of Kampala, with or without seconds', () => {
  expect(readDateField('2026-11-21T01:30')).toBe('2026-11-20T22:30:00.000Z')
  expect(readDateField('2026-11-21T01:30:15')).toBe('2026-11-20T22:30:15.000Z')
  expect(readDateField('')).toBeNull()
})

test('formats counts', () => {
  expect(formatCount(1, 'request')).toBe('1 request')
  expect(formatCount(1200, 'request')).toBe('1,200 requests')
  expect(toLabel('out_for_delivery')).toBe('Out for delivery')
})
