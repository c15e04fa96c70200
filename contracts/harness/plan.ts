import { cases } from '../cases/all.ts'
import type { Case, CaseRequest, Known } from '../cases/case.ts'
import { API_PREFIX, fillPath } from '../src/client.ts'
import { type Endpoint, endpointKey } from '../src/endpoint.ts'
import { ENDPOINTS, IMAGE_PLACES, LOGIN, READS } from './reads.ts'

/** One case with the endpoint it belongs to. `silent`: asked for the values it gives, not judged. */
export type PlannedCase = { name: string; declared: Endpoint; each: Case; silent: boolean }

export type PlanOptions = {
  /** Add the cases that write. */
  write: boolean
  /** An emulator may be asked everything. */
  isEmulator: boolean
  /** Names of endpoints or resources; null asks all. */
  only: readonly string[] | null
  /** There is a password and no token: log in once. */
  logsIn: boolean
}

/** Every declared case, in the order in which later ones can use values from earlier answers. */
export function listCases(): PlannedCase[] {
  return Object.entries(cases).flatMap(([resource, byName]) =>
    Object.entries(byName as Record<string, readonly Case[]>).flatMap(([endpoint, list]) => {
      const name = `${resource}.${endpoint}`
      const declared = ENDPOINTS[name] as Endpoint
      return list.map((each) => ({ name, declared, each, silent: false }))
    }),
  )
}

/** The cases of a run: the selected ones, and silently those whose values they need. */
export function planCases(options: PlanOptions): PlannedCase[] {
  const asked = listCases().filter((planned) => isAsked(planned, options))
  const selected = asked.filter(({ name, declared }) => isSelected(name, declared, options.only))
  const needed = new Set(selected.flatMap(({ each }) => each.needs ?? []))
  const images = IMAGE_PLACES.filter(({ name }) => isSelected(name, null, options.only))
  for (const { name } of images) needed.add(name === 'images.banner' ? 'bannerFiles' : 'productFiles')
  const wantsToken = selected.some(({ each }) => each.as === 'customer')
  const chosen = new Set<PlannedCase>(selected)
  const silent = new Set<PlannedCase>()
  // Backwards: what a later case needs may itself need something.
  for (const planned of [...asked].reverse()) {
    if (chosen.has(planned)) continue
    const gives = planned.each.gives?.some((value) => needed.has(value)) && planned.declared.method === 'GET'
    const login = planned.name === LOGIN && planned.each.status === 200 && wantsToken
    if (!gives && !login) continue
    silent.add(planned)
    for (const value of planned.each.needs ?? []) needed.add(value)
  }
  return asked.flatMap((planned) =>
    chosen.has(planned) ? [planned] : silent.has(planned) ? [{ ...planned, silent: true }] : [],
  )
}

/** Whether a run of this kind asks a case at all. */
function isAsked({ name, declared, each }: PlannedCase, options: PlanOptions): boolean {
  const everything = options.isEmulator && options.write
  if (name === LOGIN && each.status === 200) return options.logsIn
  if (declared.method === 'GET')
    return everything || (Object.hasOwn(READS, name) && each.emulatorOnly === undefined)
  if (!options.write) return false
  return everything || each.emulatorOnly === undefined
}

/** Why none of an endpoint's cases is asked in a run. */
export function reasonNotAsked(name: string, options: PlanOptions): string {
  const own = listCases().filter((planned) => planned.name === name)
  if (name === LOGIN && !options.write)
    return 'a log-in is sent only with PROVIDER_EMAIL and PROVIDER_PASSWORD and without a token'
  const fixed = own.map(({ each }) => each.emulatorOnly).filter((reason) => reason !== undefined)
  if (!options.isEmulator && fixed.length === own.length && fixed[0])
    return `never asked of a live host: ${fixed[0]}`
  return 'it writes: asked with --write only'
}

/** Whether --only names an endpoint: by name, by resource, or as `GET /path`. */
export function isSelected(name: string, declared: Endpoint | null, only: readonly string[] | null): boolean {
  if (only === null) return true
  const resource = name.split('.')[0] as string
  const key = declared ? endpointKey(declared) : null
  return only.some((each) => each === name || each === resource || each === key)
}

/** The names of --only that match nothing. */
export function unknownNames(only: readonly string[]): string[] {
  const known = new Set([...Object.keys(ENDPOINTS), ...IMAGE_PLACES.map((place) => place.name)])
  const resources = new Set([...known].map((name) => name.split('.')[0] as string))
  const keys = new Set(Object.values(ENDPOINTS).map(endpointKey) as string[])
  return only.filter((each) => !known.has(each) && !resources.has(each) && !keys.has(each))
}

/** The alternatives of a case, or the names of what it lacks. */
export function requestsOf(
  each: Case,
  known: Known,
): { requests: readonly CaseRequest[] } | { lacks: string[] } {
  const lacks = (each.needs ?? []).filter((name) => {
    const value = known[name]
    return value === undefined || (Array.isArray(value) && value.length === 0)
  })
  if (lacks.length > 0) return { lacks }
  const made =
    typeof each.request === 'function' ? each.request(known as Required<Known>) : (each.request ?? {})
  return { requests: (Array.isArray(made) ? made : [made]) as readonly CaseRequest[] }
}

/** Path and query of one request, below the host. */
export function pathOf(declared: Endpoint, request: CaseRequest): string {
  // witness R1: Apache redirects to the path without a trailing slash; the shop's client calls it without as well.
  const path = fillPath(declared.path, request.params).replace(/\/$/, '')
  const query = new URLSearchParams(request.query).toString()
  return `${API_PREFIX}${path}${query ? `?${query}` : ''}`
}

/** What `needs` are called in sentences. */
export const NAMES_OF_KNOWN: Record<keyof Known, string> = {
  productId: 'a product that can be ordered',
  productIds: 'the id of a product',
  categoryIds: 'the id of a category',
  parentIds: 'the id of a category',
  words: 'a word of a product’s name',
  productFiles: 'the file of a product’s picture',
  bannerFiles: 'the file of a banner’s picture',
  wishProductId: 'a product that is certainly not on the wish-list',
  addressId: 'the id of the saved address',
  customerId: 'the customer’s id',
  email: 'an e-mail address',
  password: 'a password',
}
