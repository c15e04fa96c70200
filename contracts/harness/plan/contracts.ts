import type { Case, Known } from '../../cases/case.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import type { Relation } from '../../src/relation.ts'
import type { EndpointReport } from '../report/report.ts'
import type { Probe } from './probe.ts'
import type { StagingStep } from './staging.ts'

/** What a host is validated against: its endpoints, example requests, and what else is known of it. */
export type Contracts = {
  /** The path before that of every endpoint, e.g. `/api/v1`; '' for none. */
  prefix: string
  /** Whether a slash at the end of a path is part of it. */
  keepsSlash: boolean
  /** `products.latest` -> its declaration. */
  endpoints: Readonly<Record<string, Endpoint>>
  /** Example requests by endpoint, in the order in which later ones can use values of earlier answers. */
  cases: Readonly<Record<string, readonly Case[]>>
  /** The endpoint that exchanges an e-mail address and a password for a token, and the field that holds the token. */
  login: { endpoint: string; tokenField: string } | null
  /** The origin of the web pages that call the API, which its answers must permit; null: no browser calls it. */
  origin: string | null
  /** Seconds that an answer may be cached; null: any number. */
  maxAge: number | null
  /** Whether a success says in its body that it failed. */
  saysItFailed: (body: unknown) => boolean
  /** What values that cases need are called in sentences; without an entry by their own name. */
  valueNames: Readonly<Record<string, string>>
  /** What --dry-run shows for values that only a run can give. */
  placeholders: Known
  images: readonly ImagePlace[]
  probes: readonly Probe[]
  staging: readonly StagingStep[]
  /** Statements about several responses of one run. */
  relations: readonly Relation[]
  /** The screens of a client that read what a finding is about. */
  screens: (row: Pick<EndpointReport, 'name' | 'method' | 'path'>, where: string) => string[]
}

/** A picture folder of the host, judged like an endpoint although it is not below the prefix. */
export type ImagePlace = {
  name: string
  path: `/${string}`
  what: string
  readOnly: string
  /** The value of earlier answers that names its files. */
  needs: 'productFiles' | 'bannerFiles'
}

/**
 * The GETs that a run without --write may send, each with the reason from its declaration. A GET that is not among them
 * is not sent to a live host, whatever a case asks for.
 */
export function readsOf({ endpoints, images }: Contracts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...Object.entries(endpoints), ...images.map((place) => [place.name, place] as const)].flatMap(
      ([name, { readOnly }]) => (readOnly === undefined ? [] : [[name, readOnly]]),
    ),
  )
}

/** Whether a request may be sent. The last check before every send, independent of what was planned. */
export function isPermitted(
  contracts: Contracts,
  name: string,
  method: string,
  options: { write: boolean; isEmulator: boolean },
): boolean {
  const isDeclared = Object.hasOwn(contracts.endpoints, name)
  if (method === 'GET') return options.isEmulator || Object.hasOwn(readsOf(contracts), name)
  // A preflight asks for permission and reaches no action; the session sends it without a token and without a body.
  if (method === 'OPTIONS') return isDeclared
  if (name === contracts.login?.endpoint && method === 'POST') return true
  return options.write && isDeclared
}
