import { queryOptions } from '@tanstack/react-query'
import { readString } from '../../api/read-values.ts'
import { env } from '../../config/env.ts'
import { type Point, readPoint } from '../../domain/distance.ts'

/** A place. `name` includes the area around it. */
export type Place = Point & { name: string }

/**
 * Searches for places with Photon or a compatible service. Sends only the typed text.
 * @param template the service's URL with a `{query}` placeholder
 */
export function placesQuery(typed: string, template: string = env.places) {
  const words = typed.trim().replace(/\s+/g, ' ')
  return queryOptions({
    queryKey: ['places', template, words.toLowerCase()],
    queryFn: async ({ signal }) => {
      const url = template.replace('{query}', () => encodeURIComponent(words))
      const response = await fetch(url, { signal, headers: { Accept: 'application/json' } })
      if (!response.ok) throw new Error(`The place search responded with ${response.status}.`)
      return readPlaces(await response.json())
    },
    enabled: words !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
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
  // Trap: GeoJSON puts the longitude first.
  const [lng, lat] = Array.isArray(geometry?.coordinates) ? geometry.coordinates : []
  const point = readPoint(lat, lng)
  const { name, street, housenumber, district, city, county, state } = properties ?? {}
  const road = `${readString(street)} ${readString(housenumber)}`.trim()
  // Only the smallest known area is shown, such as the town for a suburb or the county for a town.
  const parts = [name ?? road, ...(name === undefined ? [] : [road]), district, city ?? county ?? state]
  const names = parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '')
  const label = names.filter((part, index) => names.indexOf(part) === index).join(', ')
  return point && label !== '' ? [{ name: label, ...point }] : []
}
