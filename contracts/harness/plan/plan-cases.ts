import type { Case, KnownValues } from '../../cases/case.ts'
import { fillPath } from '../../src/client.ts'
import { type CaseRequest, type Endpoint, endpointKey } from '../../src/endpoint.ts'
import { type Contracts, readsOf } from './contracts.ts'
import { undoneBy } from './staging-step.ts'

/** A case and its endpoint. A `silent` case is sent only to obtain values, and its response is not reported. */
export type PlannedCase = { name: string; declared: Endpoint; each: Case; silent: boolean }

export type PlanOptions = {
  /** Whether to include cases that write. */
  write: boolean
  /** Whether the target is an emulator. If so, every case may be sent. */
  isEmulator: boolean
  /** Names of endpoints or resources, or null for all. */
  only: readonly string[] | null
  /** Whether to log in. Necessary if there is a password but no token. */
  logsIn: boolean
}

/** Returns all declared cases in the order in which they are sent. */
export function listCases({ cases, endpoints }: Contracts): PlannedCase[] {
  return Object.entries(cases).flatMap(([name, list]) =>
    list.map((each) => ({ name, declared: endpoints[name] as Endpoint, each, silent: false })),
  )
}

/** Returns the cases selected for a run, and silent cases that provide the values they need. */
export function planCases(contracts: Contracts, options: PlanOptions): PlannedCase[] {
  const requested = listCases(contracts).filter((planned) => isRequested(contracts, planned, options))
  const selected = requested.filter(({ name, declared }) => isSelected(name, declared, options.only))
  const images = contracts.images.filter(({ name }) => isSelected(name, null, options.only))
  const needed = new Set([
    ...selected.flatMap(({ each }) => each.needs ?? []),
    ...images.map(({ needs }) => needs),
  ])
  const wantsToken = selected.some(({ each }) => each.as === 'customer')
  const chosen = new Set<PlannedCase>(selected)
  const silent = new Set<PlannedCase>()
  // Iterates backwards, because a silent case may also need values from earlier cases.
  for (const planned of [...requested].reverse()) {
    if (chosen.has(planned)) continue
    const gives = planned.each.gives?.some((value) => needed.has(value)) && planned.declared.method === 'GET'
    const login = isLogin(contracts, planned) && planned.each.status === 200 && wantsToken
    if (!gives && !login) continue
    silent.add(planned)
    for (const value of planned.each.needs ?? []) needed.add(value)
  }
  return requested.flatMap((planned) =>
    chosen.has(planned) ? [planned] : silent.has(planned) ? [{ ...planned, silent: true }] : [],
  )
}

function isRequested(contracts: Contracts, planned: PlannedCase, options: PlanOptions): boolean {
  const { name, declared, each } = planned
  const everything = options.isEmulator && options.write
  if (isLogin(contracts, planned) && each.status === 200) return options.logsIn
  if (declared.method === 'GET')
    return everything || (Object.hasOwn(readsOf(contracts), name) && each.emulatorOnly === undefined)
  if (!options.write) return false
  return everything || each.emulatorOnly === undefined
}

function isLogin({ login }: Contracts, { name }: Pick<PlannedCase, 'name'>): boolean {
  return name === login?.endpoint
}

/** Explains why no case for an endpoint is sent. */
export function skipReason(contracts: Contracts, name: string, options: PlanOptions): string {
  const own = listCases(contracts).filter((planned) => planned.name === name)
  if (own.length === 0) return 'no case is declared; only a GET without path parameters has a default case'
  const { method } = contracts.endpoints[name] as Endpoint
  if (method === 'GET' && !Object.hasOwn(readsOf(contracts), name))
    return 'no readOnly reason is declared, so it is not sent to a live host'
  if (isLogin(contracts, { name }) && !options.write)
    return 'sent only if PROVIDER_EMAIL and PROVIDER_PASSWORD are set and there is no token'
  const fixed = own.map(({ each }) => each.emulatorOnly).filter((reason) => reason !== undefined)
  if (!options.isEmulator && fixed.length === own.length && fixed[0])
    return `never sent to a live host: ${fixed[0]}`
  return 'writes, so it requires --write'
}

/** Whether --only selects an endpoint, by name, by resource, or by method and path (`GET /path`). */
export function isSelected(name: string, declared: Endpoint | null, only: readonly string[] | null): boolean {
  if (only === null) return true
  const resource = name.split('.')[0] as string
  const key = declared ? endpointKey(declared) : null
  return only.some((each) => each === name || each === resource || each === key)
}

/** Returns the names given with --only that match nothing. */
export function unknownNames({ endpoints, images }: Contracts, only: readonly string[]): string[] {
  const known = new Set([...Object.keys(endpoints), ...images.map((place) => place.name)])
  const resources = new Set([...known].map((name) => name.split('.')[0] as string))
  const keys = new Set(Object.values(endpoints).map(endpointKey) as string[])
  return only.filter((each) => !known.has(each) && !resources.has(each) && !keys.has(each))
}

/** Returns the alternative requests for a case, or the names of missing values. */
export function requestsOf(
  each: Case,
  known: KnownValues,
): { requests: readonly CaseRequest[] } | { lacks: string[] } {
  const lacks = (each.needs ?? []).filter((name) => {
    const value = known[name]
    return value === undefined || (Array.isArray(value) && value.length === 0)
  })
  if (lacks.length > 0) return { lacks }
  const made =
    typeof each.request === 'function' ? each.request(known as Required<KnownValues>) : (each.request ?? {})
  return { requests: (Array.isArray(made) ? made : [made]) as readonly CaseRequest[] }
}

export function pathOf({ prefix, keepsSlash }: Contracts, declared: Endpoint, request: CaseRequest): string {
  const filled = fillPath(declared.path, request.params)
  const path = keepsSlash ? filled : filled.replace(/\/$/, '')
  const query = new URLSearchParams(request.query).toString()
  return `${prefix}${path}${query ? `?${query}` : ''}`
}

/** Lists every request that a run would send, with its reason. Values from earlier responses are shown in braces. */
export function printDryRun(
  contracts: Contracts,
  origin: string,
  options: PlanOptions & { hasToken: boolean; staging: boolean },
): string {
  const { endpoints, images, login, prefix, probes: declaredProbes } = contracts
  const reads = readsOf(contracts)
  const lines = planCases(contracts, options).flatMap(({ name, declared, each, silent }) => {
    if (each.as === 'customer' && !options.hasToken) return []
    const request = exampleOf(contracts, each)
    const why = silent
      ? 'provides values for later requests'
      : declared.method === 'GET'
        ? reads[name]
        : name === login?.endpoint
          ? 'login'
          : (each.undoneBy ?? 'rejected, so it changes nothing')
    const who =
      each.as === 'customer' ? 'with the token' : each.as === 'invalid-token' ? 'with an invalid token' : ''
    const path = pathOf(contracts, declared, request).replaceAll('%7B', '{').replaceAll('%7D', '}')
    return [
      `${declared.method.padEnd(6)} ${origin}${path}  ${[each.title, who, why].filter(Boolean).join('; ')}`,
    ]
  })
  const imageList = images
    .filter(({ name }) => isSelected(name, null, options.only))
    .map(({ name, path, what }) => `GET    ${origin}${path}  ${what}; ${reads[name]}`)
  const probes = declaredProbes
    .filter(({ name }) => isSelected(name, endpoints[name] ?? null, options.only))
    .flatMap(({ title, reason, sends }) =>
      sends.map((each) => {
        const [method = '', path = ''] = each.split(' ')
        const url = path.startsWith('/') ? origin + path : path
        return `${method.padEnd(6)} ${url}  probe: ${title}; ${reason}`
      }),
    )
  const staging = options.staging
    ? contracts.staging.map((step) => {
        const { method, path } = endpoints[step.name] as Endpoint
        const who =
          step.as === undefined
            ? 'without a token'
            : `as the ${step.as === 'other' ? 'second' : 'run’s'} account`
        return `${method.padEnd(6)} ${origin}${prefix}${path}  staging: ${step.title}; ${who}; ${undoneBy(step, contracts.staging)}`
      })
    : []
  return `${[...lines, ...imageList, ...probes, ...staging].join('\n')}\n`
}

/** Returns the first request of a case, with placeholders for values. */
function exampleOf({ placeholders }: Contracts, each: Case): CaseRequest {
  try {
    const made = requestsOf(each, placeholders)
    return 'requests' in made ? (made.requests[0] ?? {}) : {}
  } catch {
    return {}
  }
}
