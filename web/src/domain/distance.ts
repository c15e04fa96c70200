import { readNumber } from '../api/read-values.ts'
import { store } from '../config/store.ts'

/** A position in degrees. */
export type Point = { lat: number; lng: number }

/** Radius in kilometres. */
const EARTH_RADIUS = 6371

/** Returns the great-circle distance in kilometres by the haversine formula. */
export function distanceKm(a: Point, b: Point): number {
  const rad = Math.PI / 180
  const dLat = (b.lat - a.lat) * rad
  const dLng = (b.lng - a.lng) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Returns the distance in kilometres from the shop's origin point. */
export function distanceFromShop(point: Point): number {
  return distanceKm(store.origin, point)
}

/** Reads coordinates, which the API sends as text. Returns null if they are invalid. */
export function readPoint(latitude: unknown, longitude: unknown): Point | null {
  const lat = readNumber(latitude)
  const lng = readNumber(longitude)
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}
