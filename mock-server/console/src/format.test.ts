import { expect, test } from 'vitest'
import { formatCount, fromField, inWords, showDuration, showJson, showTime } from './format.ts'

test('formats times in the time zone of Kampala', () => {
  expect(showTime('2026-11-20T09:00:05.000Z')).toBe('12:00:05')
})

test('converts field values in the time zone of Kampala, with or without seconds', () => {
  expect(fromField('2026-11-21T01:30')).toBe('2026-11-20T22:30:00.000Z')
  expect(fromField('2026-11-21T01:30:15')).toBe('2026-11-20T22:30:15.000Z')
  expect(fromField('')).toBeNull()
})

test('formats durations and counts', () => {
  expect(showDuration(5)).toBe('5 s')
  expect(showDuration(125)).toBe('2 min')
  expect(showDuration(7500)).toBe('2 h 5 min')
  expect(formatCount(1, 'request')).toBe('1 request')
  expect(formatCount(1200, 'request')).toBe('1,200 requests')
  expect(inWords('out_for_delivery')).toBe('Out for delivery')
})

test('indents JSON and keeps other text', () => {
  expect(showJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(showJson('<b>no')).toBe('<b>no')
})
