import { readString } from '../../api/read-values.ts'
import { env } from '../../config/env.ts'
import { type Point, readPoint } from '../../domain/distance.ts'

/** `name` is what the address says: the place and its surroundings. */
export type Place = Point & { name: string }

/** Answers kept while the shopper types and corrects; the oldest is dropped first. */
const KEPT = 60
const stored = new Map<string, Place[]>()

/**
 * Asks the place search, whose answers are like Photon's. Nothing of the shopper is sent but the words
 * typed. The same words are asked once; a failure is not kept.
 * Throws what fetch throws (aborted, no network), and an Error with the status when the service refuses.
 * @param template an address with {query} in it
 */
export async function findPlaces(
  typed: string,
  signal: AbortSignal,
  template: string = env.places,
): Promise<Place[]> {
  const words = typed.trim().replace(/\s+/g, ' ')
  if (words === '') return []
  const url = template.replace('{query}', () => encodeURIComponent(words))
  const known = stored.get(url.toLowerCase())
  if (known) return known
  const response = await fetch(url, { signal, headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`The place search answered ${response.status}.`)
  const places = readPlaces(await response.json())
  stored.set(url.toLowerCase(), places)
  const oldest = stored.keys().next()
  if (stored.size > KEPT && !oldest.done) stored.delete(oldest.value)
  return places
}

/** Places of a GeoJSON FeatureCollection; whatever is no place with a name is left out. Never throws. */
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
  // GeoJSON has the longitude first.
  const [lng, lat] = Array.isArray(geometry?.coordinates) ? geometry.coordinates : []
  const point = readPoint(lat, lng)
  const { name, street, housenumber, district, city, county, state } = properties ?? {}
  const road = housenumber === undefined ? street : `${readString(street)} ${readString(housenumber)}`
  // The smallest area that it has: a quarter's town, a town's district.
  const parts = [name ?? road, ...(name === undefined ? [] : [road]), district, city ?? county ?? state]
  const said = parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '')
  const label = said.filter((part, index) => said.indexOf(part) === index).join(', ')
  return point && label !== '' ? [{ name: label, ...point }] : []
}
