import type { z } from 'zod'
import type { KnownValues } from '../../cases/case.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { describeShape, isPlainObject, lengthClass } from '../../src/schema/describe-value.ts'
import { describeSchema, type SchemaNode } from '../../src/schema/schema.ts'
import type { Contracts } from '../plan/contracts.ts'
import { pathOf, planCases, requestsOf } from '../plan/plan-cases.ts'
import { providerContracts } from '../plan/provider-contracts.ts'
import { printable } from '../report/printable.ts'
import { createRedactor, hideCredentials } from '../send/redact.ts'
import { learn, runCase } from '../send/run-case.ts'
import { createSession, type Side } from '../send/session.ts'
import { countBody, emptyCounts, type FieldCount } from './count-fields.ts'
import { type Proposal, proposeChanges } from './propose-changes.ts'

/** Sampled responses of an endpoint, compared with its contract. */
export type SampledEndpoint = {
  name: string
  declared: Endpoint
  samples: number
  fields: FieldCount[]
  proposals: Proposal[]
  /** Shapes of the bodies, without personal data. */
  recordings: { path: string; status: number; body: unknown }[]
}

export type SampleOptions = {
  /** Defaults to the contracts of the bookshop's provider. */
  contracts?: Contracts
  side: Side
  only: readonly string[] | null
  /** Number of responses to sample per endpoint that requires an id or a search term. */
  samples: number
  spacing: number
  timeout: number
  /** A one-way hash, which shows whether two values are equal without revealing them. */
  hash: (text: string) => string
}

/**
 * Samples the responses of a host. Sends the GETs of a read-only run, with several ids or search terms per endpoint.
 */
export async function sampleHost(options: SampleOptions): Promise<SampledEndpoint[]> {
  const { contracts = providerContracts, side, only, spacing, timeout } = options
  const session = createSession({ contracts, side, write: false, spacing, timeout, maxWaitMs: 90_000 })
  const { email, password, token } = side.credentials ?? {}
  const known: KnownValues = { ...(email ? { email } : {}), ...(password ? { password } : {}) }
  const logsIn = Boolean(email && password && !token)
  const redactor = createRedactor()
  hideCredentials(side, redactor)
  const sampled: SampledEndpoint[] = []
  for (const planned of planCases(contracts, { write: false, isEmulator: false, only, logsIn })) {
    const { name, declared, each, silent } = planned
    if (declared.method !== 'GET' || silent || each.status !== 200) {
      if (silent || declared.method !== 'GET') await runCase(session, planned, known, redactor)
      continue
    }
    const made = requestsOf(each, known)
    if ('lacks' in made || (each.as === 'customer' && session.token() === null)) continue
    const schema = declared.responses[200]
    if (!schema) continue
    const stored = { hash: options.hash, declared: declaredKeys(schema) }
    const counts = emptyCounts()
    const recordings: SampledEndpoint['recordings'] = []
    for (const request of made.requests.slice(0, options.samples)) {
      const path = pathOf(contracts, declared, request)
      const reply = await session.send({ name, method: 'GET', path, as: each.as ?? 'anonymous' })
      if (reply.kind === 'none' || reply.status !== 200 || reply.body === undefined) continue
      countBody(counts, describeSchema(schema), reply.body)
      recordings.push({ path, status: 200, body: recordingOf(reply.body, stored) })
      learn(planned, reply.body, known, redactor)
    }
    if (recordings.length === 0) continue
    sampled.push({
      name,
      declared,
      samples: recordings.length,
      recordings,
      ...proposeChanges(schema, counts),
    })
  }
  // Redacts at the end, because later responses may contain more values that must be hidden. Field names are redacted
  // as well, because they come from the host.
  return sampled.map(({ name, declared, samples, ...texts }) => {
    return { name, declared, samples, ...redactor.value(texts) }
  })
}

/** Formats the proposed changes as a diff, with the counts that support them. */
export const printSamples = (sampled: readonly SampledEndpoint[]) => sampled.map(printSample).join('\n')

function printSample({ name, declared, samples, fields, proposals }: SampledEndpoint): string {
  const often = (word: FieldCount['often']) => fields.filter((each) => each.often === word)
  const counts = `${often('always').length} always, ${often('sometimes').length} sometimes, ${often('never').length} never`
  const lines = [`${name} (${declared.method} ${declared.path}): ${samples} samples; fields ${counts}`]
  for (const each of [
    ...often('sometimes'),
    ...fields.filter((one) => one.nulls > 0 && one.often === 'always'),
  ])
    lines.push(
      `    ${each.path}: ${each.often}, ${each.present} of ${each.places}${each.nulls > 0 ? `, null ${each.nulls} times` : ''}`,
    )
  for (const each of often('never')) lines.push(`    ${each.path}: never, 0 of ${each.places}`)
  if (proposals.length > 0) {
    lines.push(
      `--- contracts/src/${fileOf(name)}.ts`,
      `+++ contracts/src/${fileOf(name)}.ts (as ${name} was sampled)`,
    )
    for (const { path, from, to, why } of proposals) {
      const field = path.slice(path.lastIndexOf('.') + 1)
      lines.push(`@@ ${path} @@ ${why}`)
      if (from !== null) lines.push(`-    ${field}: ${from},`)
      if (to !== null) lines.push(`+    ${field}: ${to},`)
    }
  }
  return `${lines.map(printable).join('\n')}\n`
}

function fileOf(name: string): string {
  return (name.split('.')[0] as string).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export type RecordingOptions = {
  /** A one-way hash, which shows whether two values are equal without revealing them. */
  hash: (text: string) => string
  /** Field names that are not hashed. Any other key could be an e-mail address or a person's name. */
  declared: ReadonlySet<string>
}

/**
 * Returns a body that is safe to store. Strings become length classes, personal values and undeclared keys become
 * hashes, and all other values become their type. Lists are truncated to three items.
 */
export function recordingOf(value: unknown, options: RecordingOptions, key = '', depth = 0): unknown {
  const { hash, declared } = options
  if (depth > 8) return '…'
  if (typeof value === 'string') return PERSONAL.test(key) ? `hash ${hash(value)}` : lengthClass(value)
  if (typeof value === 'number' && PERSONAL.test(key)) return `hash ${hash(String(value))}`
  if (Array.isArray(value)) return value.slice(0, 3).map((each) => recordingOf(each, options, key, depth + 1))
  if (!isPlainObject(value)) return describeShape(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      declared.has(name) ? name : `hash ${hash(name)}`,
      recordingOf(inner, options, name, depth + 1),
    ]),
  )
}

/** Returns all field names of a schema, at any depth. */
export function declaredKeys(schema: z.core.$ZodType): Set<string> {
  const names = new Set<string>()
  const visit = (node: SchemaNode): void => {
    if (node.kind === 'array') visit(node.element)
    else if (node.kind === 'record') visit(node.value)
    else if (node.kind === 'union') node.members.forEach(visit)
    else if (node.kind === 'object')
      for (const field of node.fields) {
        names.add(field.name)
        visit(field.node)
      }
  }
  visit(describeSchema(schema))
  return names
}

/** Names of fields with personal data. */
const PERSONAL =
  /name$|email|phone|number$|address|latitude|longitude|token|password|road|house|floor|note|reference/i
