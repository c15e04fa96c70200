import { env } from '../../config/env.ts'
import { type Point, readPoint } from '../../lib/distance.ts'

export type Place = Point & { name: string }

/** What is offered at most; more would not be read on a phone. */
const OFFERED = 6

/**
 * Places that the search knows by itself, so that it answers at once and without a network: the quarters and
 * towns around Kampala and the larger towns upcountry, each about at its middle (degrees).
 */
const known: readonly [name: string, lat: number, lng: number][] = [
  ['Kampala', 0.3136, 32.5811],
  ['Entebbe', 0.0512, 32.4637],
  ['Mukono', 0.3533, 32.7553],
  ['Wakiso', 0.4045, 32.4594],
  ['Kira', 0.397, 32.639],
  ['Jinja', 0.4244, 33.2041],
  ['Masaka', -0.3337, 31.7341],
  ['Mityana', 0.4175, 32.0228],
  ['Luweero', 0.8492, 32.4731],
  ['Gayaza', 0.455, 32.611],
  ['Kajjansi', 0.215, 32.55],
  ['Bombo', 0.583, 32.539],
  ['Mpigi', 0.225, 32.3136],
  ['Lugazi', 0.383, 32.924],
  ['Nakasero', 0.3235, 32.579],
  ['Kololo', 0.3297, 32.5936],
  ['Makerere', 0.335, 32.568],
  ['Mulago', 0.3395, 32.5765],
  ['Wandegeya', 0.3305, 32.5733],
  ['Kamwokya', 0.343, 32.588],
  ['Bukoto', 0.354, 32.596],
  ['Ntinda', 0.354, 32.612],
  ['Naguru', 0.342, 32.606],
  ['Nakawa', 0.333, 32.617],
  ['Kisaasi', 0.366, 32.601],
  ['Kyanja', 0.383, 32.601],
  ['Bugolobi', 0.317, 32.619],
  ['Luzira', 0.302, 32.647],
  ['Muyenga', 0.296, 32.612],
  ['Kabalagala', 0.299, 32.601],
  ['Kansanga', 0.289, 32.607],
  ['Ggaba', 0.257, 32.633],
  ['Munyonyo', 0.239, 32.62],
  ['Makindye', 0.282, 32.588],
  ['Katwe', 0.301, 32.575],
  ['Nsambya', 0.3, 32.588],
  ['Kibuli', 0.308, 32.595],
  ['Mengo', 0.306, 32.562],
  ['Rubaga', 0.302, 32.553],
  ['Namirembe', 0.315, 32.559],
  ['Nateete', 0.303, 32.533],
  ['Busega', 0.309, 32.519],
  ['Ndeeba', 0.293, 32.564],
  ['Kasubi', 0.33, 32.553],
  ['Kawempe', 0.379, 32.557],
  ['Bwaise', 0.35, 32.561],
  ['Kalerwe', 0.353, 32.571],
  ['Mpererwe', 0.379, 32.585],
  ['Kireka', 0.347, 32.65],
  ['Banda', 0.354, 32.632],
  ['Bweyogerere', 0.356, 32.664],
  ['Namugongo', 0.388, 32.664],
  ['Najjera', 0.386, 32.626],
  ['Lubowa', 0.237, 32.559],
  ['Najjanankumbi', 0.277, 32.564],
  ['Zana', 0.262, 32.56],
  ['Bunga', 0.271, 32.621],
  ['Buziga', 0.259, 32.617],
  ['Butabika', 0.317, 32.656],
  ['Old Kampala', 0.316, 32.569],
  ['Industrial Area', 0.313, 32.601],
  ['Kyambogo', 0.35, 32.629],
  ['Nansana', 0.364, 32.529],
  ['Lugogo', 0.326, 32.606],
  ['Mbale', 1.0784, 34.181],
  ['Mbarara', -0.6072, 30.6545],
  ['Gulu', 2.7746, 32.299],
  ['Lira', 2.2499, 32.8999],
  ['Arua', 3.0201, 30.9111],
  ['Fort Portal', 0.671, 30.275],
  ['Kabale', -1.2486, 29.9899],
  ['Soroti', 1.7146, 33.6111],
  ['Hoima', 1.4352, 31.3436],
  ['Tororo', 0.6928, 34.1809],
  ['Kasese', 0.1833, 30.0833],
  ['Iganga', 0.6092, 33.4686],
  ['Masindi', 1.6744, 31.715],
]

/** Known places whose name, or a word of it, starts with what is typed; whole names first. */
export function knownPlaces(typed: string): Place[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const matches = (name: string) => {
    const lower = name.toLowerCase()
    // "Plot 5, Ntinda" finds Ntinda as well as "nti" does.
    return lower.startsWith(wanted) ? 0 : lower.includes(` ${wanted}`) ? 1 : wanted.includes(lower) ? 2 : 3
  }
  return known
    .map(([name, lat, lng]) => ({ name, lat, lng, rank: matches(name) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, OFFERED)
    .map(({ name, lat, lng }) => ({ name, lat, lng }))
}

/**
 * Places of the outside service, where the build names one: a template with {query} that answers a list of
 * {display_name, lat, lon}. Nothing of the shopper goes along but the words typed. Failures are no places.
 */
export async function servicePlaces(typed: string, signal: AbortSignal): Promise<Place[]> {
  if (env.places === '' || typed.trim().length < 3) return []
  try {
    const url = env.places.replace('{query}', encodeURIComponent(typed.trim()))
    const answer = await fetch(url, { signal, headers: { Accept: 'application/json' } })
    const list: unknown = answer.ok ? await answer.json() : []
    return Array.isArray(list) ? list.flatMap(readPlace).slice(0, OFFERED) : []
  } catch {
    return []
  }
}

function readPlace(value: unknown): Place[] {
  const { display_name, lat, lon } = (value ?? {}) as Partial<Record<'display_name' | 'lat' | 'lon', unknown>>
  const point = readPoint(lat, lon)
  return typeof display_name === 'string' && point ? [{ name: display_name, ...point }] : []
}
