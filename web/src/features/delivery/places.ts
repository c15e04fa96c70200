import { readString } from '../../api/read-values.ts'
import { env } from '../../config/env.ts'
import { type Point, readPoint } from '../../domain/distance.ts'

/** A place. `name` includes the area around it. */
export type Place = Point & { name: string }

/** The maximum number of cached responses. The oldest is dropped first. */
const MAX_STORED_RESPONSES = 60
const stored = new Map<string, Place[]>()

/**
 * Searches for places with Photon or a compatible service. Sends only the typed text. Caches successful responses.
 * @param template the service's URL with a `{query}` placeholder
 * @throws the errors of `fetch`, and an Error with the status if the service returns an error
 */
export async function findPlaces(
  typed: string,
  signal: AbortSignal,
  template: string = env.places,
): Promise<Place[]> {
  const words = typed.trim().replace(/\s+/g, ' ')
  if (words === '') return []
  const url = template.replace('{query}', () => encodeURIComponent(words))
  const cached = stored.get(url.toLowerCase())
  if (cached) return cached
  const response = await fetch(url, { signal, headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`The place search responded with ${response.status}.`)
  const places = readPlaces(await response.json())
  stored.set(url.toLowerCase(), places)
  const oldest = stored.keys().next()
  if (stored.size > MAX_STORED_RESPONSES && !oldest.done) stored.delete(oldest.value)
  return places
}

/** Reads the places in a GeoJSON FeatureCollection. Skips invalid features. Never throws. */
export function readPlaces(body: unknown): Place[] {
  const features = (body as { features?: unknown } | null)?.features
  if (!Array.isArray(features)) return []
  const places = features.flatMap(readFeature)
  return places.filter(({ name }, index) => places.findIndex((other) => other.name === name) === index)
}

function readFeature(feature: unknown): Place[] {
  const { geometry, properties } = (feature ?? {}) as {
    geometry?: { coordinates?: unknown } | null
    properties?: Record<string, unknown> | null
  }
  // trap: GeoJSON puts the longitude first.
  const [lng, lat] = Array.isArray(geometry?.coordinates) ? geometry.coordinates : []
  const point = readPoint(lat, lng)
  const { name, street, housenumber, district, city, county, state } = properties ?? {}
  const road = housenumber === undefined ? street : `${readString(street)} ${readString(housenumber)}`
  // Only the smallest known area is shown, such as the town for a suburb or the county for a town.
  const parts = [name ?? road, ...(name === undefined ? [] : [road]), district, city ?? county ?? state]
  const names = parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '')
  const label = names.filter((part, index) => names.indexOf(part) === index).join(', ')
  return point && label !== '' ? [{ name: label, ...point }] : []
}
