import type { FastifyInstance } from 'fastify'
import { loadPlaces, PLACE_KINDS, type Place } from 'fixtures/places'
import { EMULATOR_PREFIX } from '../control-api/client.ts'

const DEFAULT_LIMIT = 8
const MAX_LIMIT = 50

type Entry = ReturnType<typeof readGazetteer>[number]

/** Loaded on the first request, to keep startup fast. */
let gazetteer: Entry[] | undefined

/**
 * Serves GET /__emulator/maps/places?q=&lat=&lon=&limit= in Photon's format: a FeatureCollection with [longitude,
 * latitude] points. Difference: Photon returns 400 for an empty q, tolerates typos and weighs importance against
 * distance. The emulator returns an empty list, tolerates no typos, and sorts by prefix match, then distance.
 */
export function servePlaces(app: FastifyInstance): void {
  app.get(`${EMULATOR_PREFIX}/maps/places`, { config: { open: true, cors: true } }, (request, reply) => {
    const { q, lat, lon, limit } = request.query as Partial<Record<'q' | 'lat' | 'lon' | 'limit', unknown>>
    const requestedLimit = Number(limit)
    const maximum =
      Number.isInteger(requestedLimit) && requestedLimit > 0
        ? Math.min(requestedLimit, MAX_LIMIT)
        : DEFAULT_LIMIT
    return reply.header('cache-control', 'public, max-age=3600').send({
      type: 'FeatureCollection',
      features: findPlaces(readText(q), readPoint(lat, lon)).slice(0, maximum),
    })
  })
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 250) : ''
}

type Near = { lat: number; lng: number } | null

function readPoint(lat: unknown, lon: unknown): Near {
  if (readText(lat) === '' || readText(lon) === '') return null
  const point = { lat: Number(lat), lng: Number(lon) }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : null
}

function findPlaces(typed: string, from: Near): unknown[] {
  const typedWords = fold(typed)
  if (typedWords === '') return []
  gazetteer ??= readGazetteer()
  const words = typedWords.split(' ')
  const hasEveryWord = (entry: Entry) => {
    if (!words.every((word) => entry.words.some((own) => own.startsWith(word)))) return false
    // "Kampala" alone does not match everything in Kampala.
    return entry.words.slice(0, entry.nameWords).some((own) => words.some((word) => own.startsWith(word)))
  }
  const matchingEntries = gazetteer.filter(hasEveryWord)
  // "Plot 5, Ntinda Road" is not in the gazetteer, but contains the name of a place that is.
  const findNamesInside = () =>
    gazetteer?.filter(({ folded }) => ` ${typedWords} `.includes(` ${folded} `)) ?? []
  const rank = ({ folded }: Entry) => (folded === typedWords ? 0 : folded.startsWith(typedWords) ? 1 : 2)
  return (matchingEntries.length > 0 ? matchingEntries : findNamesInside())
    .map((entry) => ({ entry, rank: rank(entry), distance: from ? distance(from, entry.place) : 0 }))
    .sort((a, b) => a.rank - b.rank || a.distance - b.distance)
    .map(({ entry }) => entry.feature)
}

/** Normalises a name: lower case, no accents or apostrophes, single spaces. */
function fold(typed: string): string {
  return typed
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns the squared distance in degrees. Near the equator, degrees of latitude and longitude are equally long. */
function distance(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  return (a.lat - b.lat) ** 2 + (a.lng - b.lng) ** 2
}

function readGazetteer() {
  const places = loadPlaces()
  const towns = new Set(
    places.filter(({ kind }) => kind === 'city' || kind === 'town').map(({ name }) => name),
  )
  return places.map((place, index) => {
    const name = fold(place.name).split(' ')
    const area = place.area === undefined ? [] : fold(place.area).split(' ')
    return {
      place,
      folded: name.join(' '),
      /** Words of the name, then of the area. */
      words: [...name, ...area],
      nameWords: name.length,
      feature: toFeature(place, index + 1, towns),
    }
  })
}

function toFeature({ name, kind, lat, lng, area }: Place, id: number, towns: ReadonlySet<string>) {
  const [osm_key, osm_value, type] = PLACE_KINDS[kind]
  const within =
    area === undefined
      ? {}
      : area.endsWith(' Region')
        ? { state: area }
        : towns.has(area)
          ? { city: area }
          : { county: area }
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      // Difference: `osm_id` is the place's index in places.json, because no data comes from OpenStreetMap.
      osm_type: 'N',
      osm_id: id,
      osm_key,
      osm_value,
      type,
      name,
      ...within,
      country: 'Uganda',
      countrycode: 'UG',
    },
  }
}
