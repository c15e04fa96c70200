import type { StagingOptions, Values } from '../../src/case.ts'
import { type Finding, findingAt } from '../../src/schema/finding.ts'
import { imagesOf, isLogin } from '../plan.ts'
import { EmulatorError, type Exchange, type Host, resend } from '../send/exchange.ts'
import { type HostState, hostStateOf, isAnswered, isLost, markUnavailable } from '../send/host-state.ts'
import type { OpenHost } from '../send/open-hosts.ts'
import { sendCases } from '../send/send-cases.ts'
import { sendImages } from '../send/send-images.ts'
import { describeCredentials } from '../send/session.ts'
import { checkImages } from './image.ts'
import { checkProbes, MAX_REQUESTS } from './probe.ts'
import type { Profile, RunProfile } from './profile.ts'
import { checkProfiles } from './regression.ts'
import { checkRelations } from './relation.ts'
import { READ_ATTEMPTS, repeatReads } from './repeat-reads.ts'
import { checkExchange } from './response.ts'
import { checkStaging } from './staging.ts'

export type CheckOptions = {
  staging?: StagingOptions | null
  only?: readonly string[] | null
  /** Whether to send every read three times, not only those with an unexpected first response. */
  repeat?: boolean
  /** Response profiles of earlier runs. Null if the run only learns. */
  profiles: Readonly<Record<string, Profile>> | null
  /** Receives the profiles of this run by endpoint. Endpoints with findings are excluded. */
  onProfiles?: ((run: Record<string, RunProfile>) => void) | undefined
}

/** The checked exchanges of both hosts. */
export type CheckedHosts = {
  target: readonly Exchange[]
  emulator: readonly Exchange[] | null
  state: HostState
  /** Data that the run has written to the target and not removed. */
  leftBehind: readonly string[]
  /** Number of requests that were sent to the target. */
  requests: number
  /** Values of the steps of --staging. */
  stagingValues: Values
}

/** Sends the requests of a run to both hosts and checks the responses. */
export async function checkHosts(
  target: OpenHost,
  emulator: OpenHost | null,
  options: CheckOptions,
): Promise<CheckedHosts> {
  const { host } = target
  const only = options.only ?? null
  // One after the other, because response times are measured in a process that does nothing else.
  await checkTarget(target, options)
  if (emulator && !isInterrupted(host)) await checkCounterpart(emulator, host, only)
  const state: HostState = host.side.isEmulator ? { kind: 'provider' } : hostStateOf(host)
  markRejectedAccount(host)
  const isProvider = state.kind === 'provider' && !isInterrupted(host)
  if (isProvider && (options.profiles || options.onProfiles)) {
    const profiles = await checkProfiles(host, options.profiles)
    options.onProfiles?.(profiles)
  }
  const staging =
    isProvider && options.staging ? await addBothStagings(target, emulator, options.staging, only) : null
  if (emulator && !isInterrupted(host) && host.exchanges.some((exchange) => isUnclearImage(host, exchange)))
    // Not otherwise, because rendering images takes time.
    await checkFolders(emulator.host, only)
  return {
    target: host.exchanges,
    emulator: emulator?.host.exchanges ?? null,
    state,
    leftBehind: [...host.leftBehind.values(), ...(staging?.leftBehind.values() ?? [])],
    requests: host.session.sent() + (staging?.session.sent() ?? 0),
    stagingValues: staging?.values ?? {},
  }
}

const isInterrupted = ({ signal }: Host): boolean => signal?.aborted === true

/** Checks the emulator, with probes if those of the target have findings to compare. */
async function checkCounterpart(emulator: OpenHost, { exchanges }: Host, only: readonly string[] | null) {
  await checkEmulator(emulator)
  if (!exchanges.some(({ origin, findings }) => origin !== 'case' && findings.length > 0)) return
  emulator.host.exchanges.push(...(await checkRelations(emulator.host)))
  await checkProbes(emulator.host, only)
}

/** Whether an exchange with an image folder must be compared with the emulator's. */
function isUnclearImage({ contracts }: Host, { name, origin, state, findings }: Exchange): boolean {
  const isImage = contracts.images.some((folder) => folder.name === name)
  return isImage && origin === 'case' && (state !== 'validated' || findings.length > 0)
}

/** Adds the exchanges of --staging on both hosts. @returns the target's staging host */
async function addBothStagings(
  target: OpenHost,
  emulator: OpenHost | null,
  options: StagingOptions,
  only: readonly string[] | null,
): Promise<Host> {
  const staging = await addStaging(target, options, only)
  await markOutage(target.host, Number.POSITIVE_INFINITY)
  if (emulator) await addStaging(emulator, options, only)
  return staging
}

/** Sends and checks the cases of a host. */
async function checkCases({ host, cases }: OpenHost): Promise<void> {
  host.report({ kind: 'start', cases: cases.length })
  for await (const exchange of sendCases(host, cases)) checkExchange(host, exchange)
}

/** @throws EmulatorError if the emulator does not respond */
export async function checkEmulator(emulator: OpenHost): Promise<void> {
  await checkCases(emulator)
  const failed = emulator.host.exchanges.find(({ noResponse }) => noResponse !== undefined)
  const { error } = failed ?? {}
  const reason = emulator.host.side.fetch && error instanceof Error ? error.message : failed?.reason
  if (failed) throw new EmulatorError(`The emulator failed at ${failed.name}: ${reason}.`)
}

async function checkFolders(host: Host, only: readonly string[] | null): Promise<void> {
  for await (const { group, files } of sendImages(host, imagesOf(host.contracts, only)))
    checkImages(group, files)
}

/** Sends and checks the cases, images and probes of the target, and decides whether missing responses are findings. */
async function checkTarget(target: OpenHost, { only = null, repeat = false }: CheckOptions): Promise<void> {
  const { host } = target
  // One request remains for markOutage.
  const limit = MAX_REQUESTS * (repeat ? READ_ATTEMPTS : 1) - 1
  await checkCases(target)
  await checkFolders(host, only)
  await repeatReads(host, { all: repeat, limit })
  if (!isInterrupted(host)) reportMissingEffects(host)
  if (host.side.isEmulator || hostStateOf(host).kind === 'provider') {
    host.exchanges.push(...(await checkRelations(host)))
    await checkProbes(host, only, limit)
  }
  await markOutage(host, limit)
  const unresponsive = host.exchanges.filter(({ noResponse }) => noResponse !== undefined)
  const responding = host.exchanges.find(
    ({ endpoint, state, request }) => state === 'validated' && endpoint.method === 'GET' && request,
  )
  if (unresponsive.length === 0 || !responding) return
  // Missing responses are findings only if the host still responds to other requests. Otherwise, it is unreachable.
  const again = await resend(host, responding)
  if (again.state === 'validated') for (const exchange of unresponsive) reportNoResponse(exchange)
}

/** Reports data that was written and is in no response, so that its removal lacks the id. */
function reportMissingEffects({ exchanges, leftBehind }: Host): void {
  const removals = exchanges.filter(
    ({ state, example: { removes } }) =>
      state === 'skipped' && removes !== undefined && leftBehind.has(removes),
  )
  for (const { example: removal } of removals) {
    const read = exchanges.find(
      ({ state, endpoint, example: { outputs = [] }, findings }) =>
        state === 'validated' &&
        endpoint.method === 'GET' &&
        findings.length === 0 &&
        removal.inputs?.some((input) => outputs.includes(input)),
    )
    read?.findings.push(findingAt('effect', '$', `the added ${removal.removes}`, 'no such row'))
  }
}

/**
 * Reports an outage that began during the run as an error and not as drift. It is one if a read that succeeded earlier
 * now fails, too. Findings from before the last successful read remain.
 */
async function markOutage(host: Host, limit: number): Promise<void> {
  const { exchanges } = host
  const failed = exchanges
    .slice(exchanges.findLastIndex(isAnswered) + 1)
    .filter((exchange) => exchange.findings.length > 0 && isTurnedAway(exchange))
  const later = exchanges.filter(({ findings }) => findings.some(isLaterStatus))
  const earlier = exchanges.find(
    (exchange) => isAnswered(exchange) && exchange.origin === 'case' && isOpenRead(exchange),
  )
  if (host.side.isEmulator || failed.length + later.length === 0 || !earlier) return
  if (host.session.counted() > limit || !isLost(await resend(host, earlier))) return
  markUnavailable(failed, 'the host became unavailable during the run')
  for (const exchange of later)
    exchange.findings = exchange.findings.filter((finding) => !isLaterStatus(finding))
}

const isOpenRead = ({ endpoint, request, findings }: Exchange): boolean =>
  endpoint.auth === 'none' && request !== undefined && findings.length === 0

/** Whether a response may be due to an outage. A declared status may be, too: a 401 may come from a firewall. */
const isTurnedAway = (exchange: Exchange): boolean =>
  (exchange.response?.status ?? 0) >= 400 || isLost(exchange)

/** Whether a finding is an error status that only repeated requests had. */
const isLaterStatus = ({ where, actual, responses }: Finding): boolean =>
  where === '$status' && Number(actual) >= 400 && responses !== undefined && responses.with < responses.of

function reportNoResponse(exchange: Exchange): void {
  const actual = exchange.noResponse === 'timeout' ? 'timeout' : 'connection closed'
  exchange.state = 'validated'
  exchange.findings = [findingAt('no-response', '$connection', 'a response', actual)]
  delete exchange.reason
}

/**
 * Reports rejected credentials as errors and not as drift: a login with a password that may have been changed, and a
 * token that all endpoints reject and that may have expired.
 */
function markRejectedAccount({ exchanges, contracts, side }: Host): void {
  if (side.isEmulator) return
  const validated = exchanges.filter(({ state, origin }) => state === 'validated' && origin === 'case')
  const logins = validated.filter((exchange) => isLogin(contracts, exchange) && exchange.example.status < 300)
  const opened = validated.filter(({ example }) => example.as === 'customer' && example.status < 300)
  const isRejected = (statuses: readonly number[]) => (exchange: Exchange) =>
    statuses.includes(exchange.response?.status ?? 0)
  const mark = (some: readonly Exchange[], what: string) => {
    for (const exchange of some) {
      const { status } = exchange.response ?? {}
      const reason = `the host rejects the ${what} (${status}): ${describeCredentials(side)}`
      Object.assign(exchange, { state: 'error', reason, findings: [] })
    }
  }
  mark(logins.filter(isRejected([401, 403])), 'login; the password may have been changed')
  if (opened.every(isRejected([401]))) mark(opened, 'token, which may have expired')
}

/** Adds the exchanges of --staging to those of the cases. */
async function addStaging(
  { host, openStaging }: OpenHost,
  options: StagingOptions,
  only: readonly string[] | null,
): Promise<Host> {
  const staging = openStaging()
  const exchanges = await checkStaging(staging, host.exchanges, options, only)
  // Drops skipped cases for endpoints that the lifecycle covers.
  const covered = new Set(exchanges.map(({ name }) => name))
  host.exchanges = host.exchanges.filter(({ state, name }) => state !== 'skipped' || !covered.has(name))
  host.exchanges.push(...exchanges)
  return staging
}
