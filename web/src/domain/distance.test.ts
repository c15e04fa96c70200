import { expect, test } from 'vitest'
import { pointNearShop } from '../../test/point-near-shop.ts'
import { store } from '../config/store.ts'
import { distanceFromShop, distanceKm, readPoint } from './distance.ts'

test.each([
  ['0.3476', '32.5825'],
  ['90', '180'],
  ['-90', '-180'],
  [0, 0],
])('accepts the coordinates %j, %j', (lat, lng) => {
  expect(readPoint(lat, lng)).toEqual({ lat: Number(lat), lng: Number(lng) })
})

test.each([
  [90.0001, 0],
  [-90.0001, 0],
  [0, 180.0001],
  [0, -180.0001],
  ['0', ' '],
  [null, '32'],
  ['north', 'east'],
  [{ toString: 1, valueOf: 1 }, [32]],
  [undefined, 0],
])('rejects the coordinates %j, %j', (lat, lng) => {
  expect(readPoint(lat, lng)).toBeNull()
})

test.each([
  ['one degree of the equator', { lat: 0, lng: 0 }, { lat: 0, lng: 1 }, 111.195],
  ['one degree of a meridian', { lat: 0, lng: 0 }, { lat: 1, lng: 0 }, 111.195],
  ['one degree at 60 degrees north', { lat: 60, lng: 0 }, { lat: 60, lng: 1 }, 55.597],
  ['half of the earth', { lat: 0, lng: 0 }, { lat: 0, lng: 180 }, 20_015.087],
  ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 0 }, 20_015.087],
])('measures %s, in either direction', (_, from, to, kilometres) => {
  expect(distanceKm(from, to)).toBeCloseTo(kilometres, 2)
  expect(distanceKm(to, from)).toBeCloseTo(kilometres, 2)
})

test('measures from the shop', () => {
  expect(distanceFromShop(store.origin)).toBe(0)
  expect(distanceFromShop(pointNearShop(0.0278, -0.0094))).toBeCloseTo(3.263, 2)
})
