import { expect, test } from 'vitest'
import { distanceKm, readPoint } from './distance.ts'

test('measures from the shop to the default map centre along the great circle', () => {
  expect(distanceKm({ lat: 0.3198, lng: 32.5919 }, { lat: 0.3476, lng: 32.5825 })).toBeCloseTo(3.263, 2)
})

test('is zero for the same point', () => {
  expect(distanceKm({ lat: 0.3198, lng: 32.5919 }, { lat: 0.3198, lng: 32.5919 })).toBe(0)
})

test('reads coordinates that arrive as text', () => {
  expect(readPoint('0.3476', '32.5825')).toEqual({ lat: 0.3476, lng: 32.5825 })
})

test.each([
  [null, '32'],
  ['', ''],
  ['north', 'east'],
  ['91', '32'],
  [{ toString: 1, valueOf: 1 }, [32]],
])('finds no point in %j, %j', (lat, lng) => {
  expect(readPoint(lat, lng)).toBeNull()
})
