import type { Endpoint } from 'contracts/endpoint'
import { editDistance } from 'contracts/nearest-name'

/** Largest edit distance at which an endpoint is suggested. A different method counts as one edit. */
const MAX_DIFFERENCE = 6

export function describeUnknownRoute(
  method: string,
  path: string,
  endpoints: readonly Pick<Endpoint, 'method' | 'path'>[],
): string {
  const route = path.replace(/\/$/, '')
  const samePath = endpoints.filter((each) => distance(route, each.path) === 0)
  if (samePath.length > 0) {
    return `${method} is not declared for ${route}; declared: ${samePath.map((each) => each.method).join(', ')}`
  }
  const ranked = endpoints
    .map((each) => ({
      each,
      difference: distance(route, each.path) + (each.method === method ? 0 : 1),
    }))
    .sort((a, b) => a.difference - b.difference)
  const best = ranked[0]
  const hint =
    best && best.difference <= MAX_DIFFERENCE ? `; the nearest is ${best.each.method} ${best.each.path}` : ''
  return `no endpoint ${method} ${route}${hint}`
}

/** Returns the edit distance from a path to that of an endpoint, whose placeholders match any segment. */
function distance(path: string, pattern: string): number {
  const segments = path.split('/')
  const patternSegments = pattern.replace(/\/$/, '').split('/')
  let sum = 0
  for (let i = 0; i < Math.max(segments.length, patternSegments.length); i++) {
    const [a, b] = [segments[i] ?? '', patternSegments[i] ?? '']
    if (/^\{\w+\}$/.test(b) && a !== '') continue
    // The difference in length is a lower bound for the distance.
    const least = sum + Math.abs(a.length - b.length)
    if (least > MAX_DIFFERENCE) return least
    sum += editDistance(a, b)
  }
  return sum
}
