import type { CaseRequest } from './endpoint.ts'
import type { Finding } from './schema/finding.ts'

/** Values that cases extract from responses, by name. */
export type Values = Record<string, unknown>

/** Who sends a request: an anonymous client, the test customer, or a client with a token that the host never issued. */
export const CALLERS = ['anonymous', 'customer', 'invalid-token'] as const
export type Caller = (typeof CALLERS)[number]

/**
 * An example request and its expected status. The body is validated against the schema for that status.
 * @typeParam V values that cases pass on to later cases
 */
export type Case<V = Values> = {
  /** Describes the behaviour in the present tense, for example `returns 404 for an unknown customer`. */
  title: string
  /**
   * Defaults to `anonymous`. In the contracts of other APIs, it defaults to `customer` at an endpoint with `auth:
   * 'bearer'`, except for the expected status 401.
   */
  as?: Caller
  /** Values that this case depends on. If one is missing, the case is skipped and the report explains why. */
  inputs?: readonly (keyof V & string)[]
  /** A list contains alternatives. The next one is sent if a response lacks the `content`. */
  request?: CaseRequest | ((values: Required<V>) => CaseRequest | readonly CaseRequest[])
  status: number
  /** Other statuses that are accepted, because builds of the host differ. */
  otherStatuses?: readonly number[]
  /** The provider's API only: the status that the 7.7 build returns, if it is different. */
  statusIn77?: number
  /**
   * The content without which a response verifies nothing. A response without it is reported as a finding if
   * `isRequired` is set, otherwise as a note.
   */
  content?: { name: string; isPresent: (body: unknown) => boolean; isRequired?: boolean }
  /** Whether a refusal with this body requires the next alternative request, because builds of the host differ. */
  needsAlternative?: (body: unknown) => boolean
  /** Extracts values for later cases. If it throws for a response that has drifted, there are none. */
  extract?: (body: unknown, values: Partial<V>) => Partial<V>
  /**
   * Names of the values that `extract` returns. A run with --only also sends the reads, and the log-in, whose values
   * it needs.
   */
  outputs?: readonly (keyof V & string)[]
  /** How the write is undone. Without it, a write that may succeed never runs against a live host. */
  cleanup?: string
  /** Description of the data that a successful request leaves on the host until a later case `removes` it. */
  leaves?: { what: string; text: (values: Partial<V>) => string }
  /** The data that a successful request removes. These cases are also sent after an interrupt. */
  removes?: string
  /**
   * Why the expected result is an assumption. On a live host, a different one is reported as not confirmed, and does
   * not affect the exit code.
   */
  assumed?: string
  /** Why this case never runs against a live host. */
  emulatorOnly?: string
}

/**
 * A case that only --staging sends, because it cannot be undone or could lock an account. All data belongs to accounts
 * that the run registers.
 */
export type StagingStep<V = Values> = Omit<Case<V>, 'as'> & {
  /** Name of the endpoint. */
  name: string
  /** The value that contains the token of the request. If omitted, no token is sent. */
  token?: keyof V & string
  /** A value that the host sends to an e-mail address and that is looked up before the request. */
  lookup?: { value: keyof V & string; email: (values: Required<V>) => string }
  /** Checks whether a successful response shows the effects that no relation covers. */
  compare?: (body: unknown, values: Required<V>) => readonly Finding[]
}

export type StagingOptions = {
  /** Name of the run, which is part of all generated names. */
  run: string
  /** Domain for the generated e-mail addresses. */
  mailDomain: string
}

/** The life of accounts and their data on a host that nobody else is using. */
export type Staging = {
  steps: readonly StagingStep[]
  /** Endpoints from whose responses `values` chooses. Their first case is also sent in a run with --only. */
  valueSources: readonly string[]
  /** Generates the accounts of a run, and chooses values from the responses to earlier cases. */
  values: (options: StagingOptions, bodyOf: (name: string) => unknown) => Values
  /** Derives the settings that a client of this host needs. */
  needs?: (sent: readonly RunResponse[], values: Values) => Need[]
}

/** A request of a run, by the name of its endpoint, and its response. */
export type RunResponse = { name: string; title: string; status: number; body: unknown }

/** A question about the host with its answer, and the setting of the client that follows from it. */
export type Need = { question: string; answer: string; setting: string | null }
