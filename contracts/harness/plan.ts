import type { Case, StagingStep, Values } from '../src/case.ts'
import { fillPath } from '../src/client.ts'
import { type Contracts, endpointsOf, liveReadsOf } from '../src/contracts.ts'
import type { CaseRequest, Endpoint } from '../src/endpoint.ts'
import { nearestName } from '../src/nearest-name.ts'

/** A request that a run sends to an endpoint or an image folder. */
export type PlannedCase = {
  name: string
  endpoint: Endpoint
  testCase: Case & Partial<Omit<StagingStep, keyof Case>>
  /** Whether the case is sent only to obtain values, so that its response is not reported. */
  isUnreported: boolean
}

export type PlanOptions = {
  /** Whether to include cases that write. */
  write: boolean
  /** Whether the target is an emulator. If so, every case may be sent with `write`. */
  isEmulator: boolean
  /** Names of endpoints or resources, or null for all. */
  only: readonly string[] | null
  /** Whether to log in. Necessary if there is a password but no token. */
  includesLogin: boolean
  /** Whether to send the staging steps after the cases. */
  includesStaging: boolean
}

/** Returns all declared cases in the order in which they are sent: a case follows one that provides its inputs. */
export function casesInOrder({ cases, endpoints }: Contracts): PlannedCase[] {
  const declared = Object.entries(cases).flatMap(([name, testCases]) =>
    testCases.map((testCase) => ({
      name,
      endpoint: endpoints[name] as Endpoint,
      testCase,
      isUnreported: false,
    })),
  )
  const ordered: PlannedCase[] = []
  const visited = new Set<PlannedCase>()
  const provided = new Set<string>()
  const visit = (planned: PlannedCase) => {
    // Stops at cycles of cases that need each other's values.
    if (visited.has(planned)) return
    visited.add(planned)
    for (const input of planned.testCase.inputs ?? []) {
      const source = declared.find((each) => each !== planned && each.testCase.outputs?.includes(input))
      if (!provided.has(input) && source) visit(source)
    }
    ordered.push(planned)
    for (const output of planned.testCase.outputs ?? []) provided.add(output)
  }
  declared.forEach(visit)
  return ordered
}

/**
 * Minimum number of endpoints with unexpected responses that show that a host is not the provider, unless the contracts
 * have fewer. A smaller number may be drift.
 */
export const MIN_ENDPOINTS = 3

/** Returns the public reads that a run may send first. They show whether a host is the provider. */
export function publicReadsOf(contracts: Contracts): PlannedCase[] {
  const reads = liveReadsOf(contracts)
  return casesInOrder(contracts).filter((planned) => {
    const { status, inputs = [], emulatorOnly } = planned.testCase
    const isSendable = Object.hasOwn(reads, planned.name) && emulatorOnly === undefined
    return isSendable && !usesAccount(planned) && status < 300 && inputs.length === 0
  })
}

/** Whether a case writes, or has to do with an account. It is sent only to a host that looks like the provider. */
export function usesAccount({ endpoint, testCase }: PlannedCase): boolean {
  return (
    endpoint.method !== 'GET' || endpoint.auth === 'bearer' || (testCase.as ?? 'anonymous') !== 'anonymous'
  )
}

/** Returns the public reads that the plan lacks before its first use of an account. */
function missingPublicReads(contracts: Contracts, planned: readonly PlannedCase[]): PlannedCase[] {
  const firstUse = planned.findIndex(usesAccount)
  if (firstUse < 0) return []
  const reads = new Map(publicReadsOf(contracts).map((read) => [read.name, read]))
  const sentBefore = new Set(planned.slice(0, firstUse).map(({ name }) => name))
  const missing = [...reads.values()].filter(({ name }) => !sentBefore.has(name))
  const count = MIN_ENDPOINTS - (reads.size - missing.length)
  return missing.slice(0, Math.max(0, count)).map((read) => {
    // Without outputs, because the same read may set these values later, after a write.
    const { outputs: _, extract: __, ...testCase } = read.testCase
    return { ...read, testCase, isUnreported: true }
  })
}

/** Returns the cases selected for a run, and unreported cases on which they depend. */
export function planCases(contracts: Contracts, options: PlanOptions): PlannedCase[] {
  const sendable = casesInOrder(contracts).filter((planned) => mayBeSent(contracts, planned, options))
  const selected = new Set(sendable.filter(({ name, endpoint }) => isSelected(name, endpoint, options.only)))
  const needed = new Set([
    ...[...selected].flatMap(({ testCase }) => testCase.inputs ?? []),
    ...imagesOf(contracts, options.only).map(({ files }) => files),
  ])
  const needsToken = [...selected].some(({ testCase }) => testCase.as === 'customer')
  const leftData = new Set([...selected].flatMap(({ testCase }) => testCase.leaves?.what ?? []))
  const unreported = new Set<PlannedCase>()
  // Iterates backwards, because an unreported case may also need values from earlier cases.
  for (const planned of sendable.toReversed()) {
    const { endpoint, testCase } = planned
    if (selected.has(planned)) continue
    const isNeededSource = endpoint.method === 'GET' && testCase.outputs?.some((value) => needed.has(value))
    const isNeededLogin = isSuccessfulLogin(contracts, planned) && needsToken
    const isUndo = testCase.removes !== undefined && leftData.has(testCase.removes)
    const isNeededByStaging = options.includesStaging && isReadByStaging(contracts, planned)
    if (!isNeededSource && !isNeededLogin && !isUndo && !isNeededByStaging) continue
    unreported.add(planned)
    for (const value of testCase.inputs ?? []) needed.add(value)
  }
  const plan = sendable.flatMap((planned) =>
    selected.has(planned) ? [planned] : unreported.has(planned) ? [{ ...planned, isUnreported: true }] : [],
  )
  return options.isEmulator ? plan : [...missingPublicReads(contracts, plan), ...plan]
}

/** Whether the staging steps choose values from the response to a case. */
function isReadByStaging({ staging, cases }: Contracts, { name, testCase }: PlannedCase): boolean {
  return staging?.valueSources.includes(name) === true && cases[name]?.[0] === testCase
}

export function imagesOf({ images }: Contracts, only: readonly string[] | null) {
  return images.filter(({ name, endpoint }) => isSelected(name, endpoint, only))
}

/** Returns the staging steps as cases that also need the token of their account. */
export function planStaging({ staging, endpoints }: Contracts): PlannedCase[] {
  const steps = staging?.steps ?? []
  return steps.map((step) => ({
    name: step.name,
    endpoint: endpoints[step.name] as Endpoint,
    testCase: {
      ...step,
      as: step.token ? 'customer' : 'anonymous',
      inputs: [...(step.inputs ?? []), ...(step.token ? [step.token] : [])],
      cleanup: cleanupOf(step, steps),
    },
    isUnreported: false,
  }))
}

/** Describes what happens to the data that a step writes. */
function cleanupOf({ leaves, removes, status }: StagingStep, steps: readonly StagingStep[]): string {
  if (removes) return `removes the ${removes}`
  if (!leaves) return status < 300 ? 'leaves no data' : 'will be rejected'
  return steps.some((step) => step.removes === leaves.what) ? 'removed later' : 'stays on the host'
}

function mayBeSent(contracts: Contracts, planned: PlannedCase, options: PlanOptions): boolean {
  const { name, endpoint } = planned
  if (isSuccessfulLogin(contracts, planned)) return options.includesLogin
  if (options.isEmulator && options.write) return true
  if (explainEmulatorOnly(contracts, planned) !== null) return false
  return endpoint.method === 'GET' ? Object.hasOwn(liveReadsOf(contracts), name) : options.write
}

/** Returns why a case is never sent to a live host, or null. A write that may succeed requires a declared cleanup. */
function explainEmulatorOnly(contracts: Contracts, { name, endpoint, testCase }: PlannedCase): string | null {
  const { status, otherStatuses = [], cleanup, emulatorOnly } = testCase
  const mayWrite =
    endpoint.method !== 'GET' && !isLogin(contracts, name) && Math.min(status, ...otherStatuses) < 300
  return emulatorOnly ?? (mayWrite && cleanup === undefined ? 'no cleanup is declared' : null)
}

export function isLogin({ login }: Contracts, name: string): boolean {
  return name === login?.endpoint
}

/** Whether a case logs in, unlike one whose log-in must be rejected. */
export function isSuccessfulLogin(
  contracts: Contracts,
  { name, testCase }: Pick<PlannedCase, 'name' | 'testCase'>,
): boolean {
  return isLogin(contracts, name) && testCase.status < 300
}

/** Explains why no case for an endpoint is sent. */
export function explainSkippedEndpoint(contracts: Contracts, name: string, options: PlanOptions): string {
  const declared = casesInOrder(contracts).filter((planned) => planned.name === name)
  const { method } = contracts.endpoints[name] as Endpoint
  if (declared.length === 0)
    return 'no case is declared; only a GET without path parameters has a default case'
  if (method === 'GET' && !Object.hasOwn(liveReadsOf(contracts), name))
    return 'no readOnly reason is declared, so it is not sent to a live host'
  if (isLogin(contracts, name) && !options.write)
    return 'sent only if PROVIDER_EMAIL and PROVIDER_PASSWORD are set and there is no token'
  const reasons = declared.flatMap((planned) => explainEmulatorOnly(contracts, planned) ?? [])
  if (!options.isEmulator && reasons.length === declared.length)
    return `never sent to a live host: ${reasons[0]}`
  return 'writes, so it requires --write'
}

/** Whether --only selects an endpoint, by name, by resource, or by method and path (`GET /path`). */
export function isSelected(
  name: string,
  endpoint: { method: string; path: string } | null,
  only: readonly string[] | null,
): boolean {
  if (only === null) return true
  const names = [name, name.split('.')[0], endpoint && `${endpoint.method} ${endpoint.path}`]
  return only.some((selector) => names.includes(selector))
}

/**
 * Explains that a name given with --only selects nothing, with the one that was most likely meant. Null if all
 * select.
 */
export function explainUnknownName(contracts: Contracts, only: readonly string[]): string | null {
  const entries = Object.entries(endpointsOf(contracts))
  const unknown = only.find(
    (selector) => !entries.some(([name, endpoint]) => isSelected(name, endpoint, [selector])),
  )
  if (unknown === undefined) return null
  const nearest = nearestName(
    unknown,
    entries.flatMap(([name]) => [name, name.split('.')[0] ?? name]),
  )
  return `no endpoint or resource "${unknown}"${nearest === null ? '.' : `; did you mean "${nearest}"?`}`
}

/** Returns the alternative requests for a case, or the names of missing values. None if its request function throws. */
export function requestsOf(
  testCase: Case,
  values: Values,
): { requests: readonly CaseRequest[] } | { missing: string[] } {
  const missing = (testCase.inputs ?? []).filter((name) => {
    const value = values[name]
    return value === undefined || (Array.isArray(value) && value.length === 0)
  })
  if (missing.length > 0) return { missing }
  const { request = {} } = testCase
  try {
    return { requests: [typeof request === 'function' ? request(values) : request].flat() }
  } catch {
    return { requests: [] }
  }
}

/** Returns the name of a parameter of the path for which a request has no value. */
export function missingParameterOf({ path }: Endpoint, { params }: CaseRequest): string | undefined {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (params?.[name] == null ? name : []))[0]
}

/** Returns the path of a request with prefix and query. Omits a trailing slash unless the contracts keep it. */
export function pathOf({ prefix, keepsSlash }: Contracts, endpoint: Endpoint, request: CaseRequest): string {
  const filled = fillPath(endpoint.path, request.params)
  const path = keepsSlash ? filled : filled.replace(/\/$/, '')
  const presentPairs = Object.entries(request.query ?? {}).filter(([, value]) => value != null)
  const query = new URLSearchParams(presentPairs).toString()
  return `${prefix}${path}${query ? `?${query}` : ''}`
}
