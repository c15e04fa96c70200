import { api } from 'contracts/api'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import {
  API_METHODS,
  CONTRACT_BREAKS,
  type Effect,
  type EffectKind,
  type NewFault,
} from '../../src/control-api/faults.ts'
import type { AddError, Draft } from './draft.ts'

/** A field of the form. Its text is converted to a value of this kind. An empty text is omitted. */
export type FaultField = {
  label: string
  hint?: string | undefined
  kind: 'text' | 'number' | 'json'
  options?: readonly (readonly [value: string, label: string])[] | undefined
}

const textField = (label: string, hint?: string): FaultField => ({ kind: 'text', label, hint })
const numberField = (label: string, hint?: string): FaultField => ({ kind: 'number', label, hint })
const jsonField = (label: string, hint?: string): FaultField => ({ kind: 'json', label, hint })
const choiceField = (label: string, options: FaultField['options']) => ({ ...textField(label), options })

const BREAK_OPTIONS = CONTRACT_BREAKS.map((kind) => [kind, kind] as const)
const METHOD_OPTIONS = API_METHODS.map((method) => [method, method] as const)

export const ROUTE_FIELDS = {
  method: choiceField('Method', [['', 'any'], ...METHOD_OPTIONS]),
  path: textField(
    'Path',
    'Below /api/v1. * matches anything, {id} one segment. Leave empty for every request.',
  ),
}

export const TRIGGER_FIELDS = {
  from: numberField('From request number', 'Leave empty to start with the first.'),
  times: numberField('Maximum number of times', 'Leave empty for no limit.'),
  probability: numberField(
    'Probability (0 to 1)',
    'Leave empty for every request. The random seed makes it repeatable.',
  ),
}

type Fields = Readonly<Record<string, FaultField>>

/** The kinds of effects, each with the fields of its object. An effect without fields is `true`. */
export const EFFECTS: Record<EffectKind, { label: string; fields: Fields }> = {
  status: {
    label: 'Responds with a status',
    fields: {
      status: numberField('Status'),
      body: jsonField('Body', "JSON. Leave empty for the host's error body."),
    },
  },
  latency: { label: 'Responds late', fields: { latency: numberField('Milliseconds') } },
  reset: { label: 'Ends the connection', fields: {} },
  truncate: { label: 'Sends half of the response', fields: {} },
  html: { label: 'Responds with HTML instead of JSON', fields: {} },
  throttle: {
    label: 'Responds with 429, too many requests',
    fields: { throttle: numberField('Retry after, seconds') },
  },
  contract: {
    label: 'Violates the contract',
    fields: {
      contract: choiceField('Violation', BREAK_OPTIONS),
      at: textField(
        'Place',
        'For example $.products[].price, or * for every place. Leave empty for a random one.',
      ),
    },
  },
  change: {
    label: 'Changes or removes a field',
    fields: {
      change: textField('JSON path', 'For example $.products[].price.'),
      value: jsonField('New value', 'JSON. Leave empty to remove the field.'),
    },
  },
}

export const INITIAL_DRAFT: Draft = {
  effect: 'status',
  'effect.status': '500',
  'effect.latency': '2000',
  'effect.throttle': '30',
  'effect.contract': 'null-in-required',
}

/** Converts the form's texts to the body of POST /faults. */
export function toFault(draft: Draft, addError: AddError): unknown {
  const valuesOf = (fields: Fields, prefix = '') =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { kind }]) => {
        const text = draft[prefix + name]?.trim() ?? ''
        return text === ''
          ? []
          : [[name, readValue(kind, text, (message) => addError(prefix + name, message))]]
      }),
    )
  const kind = draft.effect as EffectKind
  const { fields } = EFFECTS[kind]
  const hasNoFields = Object.keys(fields).length === 0
  return {
    ...valuesOf({ ...ROUTE_FIELDS, ...TRIGGER_FIELDS }),
    // The key must be present, because the schema selects the effect by its keys.
    effect: hasNoFields ? { [kind]: true } : { [kind]: '', ...valuesOf(fields, 'effect.') },
  }
}

function readValue(
  kind: FaultField['kind'],
  text: string,
  addError: (message: string) => undefined,
): unknown {
  if (kind === 'text') return text
  if (kind === 'number') return Number(text)
  try {
    return JSON.parse(text)
  } catch {
    return addError('Enter JSON, for example {"message": "Server Error"} or "text".')
  }
}

export const PRESETS: readonly { name: string; fault: NewFault }[] = [
  { name: 'Host is down', fault: { effect: { reset: true } } },
  { name: 'Slow host, 2 s', fault: { effect: { latency: 2000 } } },
  { name: 'Server errors', fault: { effect: { status: 500 } } },
  { name: 'HTML instead of JSON', fault: { effect: { html: true } } },
  { name: 'Too many requests', fault: { effect: { throttle: 30 } } },
  { name: 'Truncated responses', fault: { effect: { truncate: true } } },
  { name: 'One in five fails', fault: { probability: 0.2, effect: { reset: true } } },
  { name: 'Empty lists', fault: { effect: { contract: 'empty-list', at: '*' } } },
  { name: 'Missing images', fault: { effect: { contract: 'missing-image', at: '*' } } },
]

export const ENDPOINTS: readonly string[] = Object.values(api)
  .flatMap((endpoints): Endpoint[] => Object.values(endpoints))
  .map(endpointKey)
  .sort()

/** Limits a fault to an endpoint, such as `GET /products/latest`; an empty name means every request. */
export function limitFault(endpoint: string, fault: NewFault): NewFault {
  const [method, path] = endpoint.split(' ')
  return endpoint === '' ? fault : { ...fault, method: method as NewFault['method'], path }
}

/** Formats the route: `GET /products/latest`, or `Every request`. */
export function formatRoute({ method, path }: Pick<NewFault, 'method' | 'path'>): string {
  if (path === undefined) return method === undefined ? 'Every request' : `Every ${method}`
  return `${method ?? 'Any'} ${path}`
}

/** Describes the effect by its label and its values: `responds late (milliseconds: 2000)`. */
export function formatEffect(effect: Effect): string {
  const kind = Object.keys(effect).find((key) => key in EFFECTS) as EffectKind
  const { label, fields } = EFFECTS[kind]
  const place = 'contract' in effect ? { at: PLACE_LABELS[effect.at ?? ''] ?? effect.at } : {}
  return lowerFirst(label) + formatValues(fields, { ...effect, ...place })
}

/** Labels for the values of `at` that are no JSON path. */
const PLACE_LABELS: Record<string, string> = { '': 'a random one', '*': 'all' }

/** Describes when the fault applies; empty if it always does. */
export const formatTrigger = (fault: NewFault): string => formatValues(TRIGGER_FIELDS, fault)

/** Formats values with the labels of their fields, in parentheses; empty if there are none. */
function formatValues(fields: Fields, values: object): string {
  const parts = Object.entries(fields).flatMap(([name, { label }]) => {
    const value: unknown = values[name as keyof typeof values]
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return value === undefined ? [] : [`${lowerFirst(label)}: ${text}`]
  })
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** Lowers the first letter, except of an acronym. */
const lowerFirst = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
