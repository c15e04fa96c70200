import { z } from 'zod'
import { controlEndpoint, Done } from './control-endpoint.ts'

export const CONTRACT_BREAKS = [
  'null-in-required',
  'number-as-text',
  'missing-field',
  'missing-image',
  'empty-list',
  'unknown-enum',
] as const

/** Maximum length of a fault's body as JSON, in characters. */
const MAX_BODY_LENGTH = 100_000
/** Maximum length of a value, which may replace every item of a list. */
const MAX_VALUE_LENGTH = 2000

const jsonUpTo = (length: number) =>
  z.unknown().refine((value) => (JSON.stringify(value)?.length ?? 0) <= length, { error: 'is too long' })

/** The effect of a fault, in exactly one of these forms. */
const Effect = z.union(
  [
    z.strictObject({
      // 1xx responses are not final.
      status: z.int().min(200).max(599),
      body: jsonUpTo(MAX_BODY_LENGTH).optional(),
    }),
    z.strictObject({
      latency: z.int().min(0).max(120_000).meta({ description: 'Milliseconds before the response.' }),
    }),
    z.strictObject({
      reset: z.literal(true).meta({ description: 'The connection ends without a response.' }),
    }),
    z.strictObject({
      truncate: z
        .literal(true)
        .meta({ description: 'Half of the body, with the Content-Length of the full body.' }),
    }),
    z.strictObject({ html: z.literal(true).meta({ description: 'An error page with status 200.' }) }),
    z.strictObject({
      throttle: z.int().min(0).meta({ description: '429 with this Retry-After in seconds.' }),
    }),
    z.strictObject({
      contract: z.enum(CONTRACT_BREAKS).meta({ description: 'A response that violates its contract.' }),
      at: z.string().optional().meta({
        description:
          'The place to change, e.g. $.products[].price, or * for every place of the kind; by default one, chosen at random from the seed.',
      }),
    }),
    z.strictObject({
      change: z
        .string()
        .startsWith('$', { error: '((change must be a JSON path, such as $.products[].price.))' })
        .max(500)
        .meta({ description: 'The places of a successful response to change, e.g. $.products[].price.' }),
      value: jsonUpTo(MAX_VALUE_LENGTH)
        .optional()
        .meta({ description: 'The new value. Without it, the places are removed.' }),
    }),
  ],
  {
    error: `((effect must be one of {status, body?}, {latency}, {reset}, {truncate}, {html}, {throttle}, {contract, at?}, {change, value?}.))`,
  },
)
export type Effect = z.infer<typeof Effect>

type KeyOf<T> = T extends T ? keyof T : never
/** The kinds of effects: the key that each has and no other. */
export type EffectKind = Exclude<KeyOf<Effect>, 'body' | 'at' | 'value'>
export type EffectOf<K extends EffectKind> = Extract<Effect, { [Key in K]: unknown }>
export type ContractBreak = EffectOf<'contract'>

/** The methods of the provider's endpoints. */
export const API_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

export const NewFault = z.strictObject({
  method: z.enum(API_METHODS).optional().meta({
    description: 'GET includes HEAD. A POST with `_method` or X-HTTP-Method-Override is a POST.',
  }),
  path: z
    .string()
    .regex(/^[/*]/, { error: '((path must begin with / or *.))' })
    .max(200, { error: '((path may have at most 200 characters.))' })
    .optional()
    .meta({
      description:
        "The path, with or without /api/v1. A path that no route has is refused. * matches anything, {id} one segment. Without a path, the fault matches every request to the host. The shop's pages and files never match.",
    }),
  from: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'First matching request to which the fault applies, counted from 1.' }),
  times: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Maximum number of requests to which the fault applies.' }),
  probability: z.number().min(0).max(1).optional(),
  effect: Effect,
})
export type NewFault = z.infer<typeof NewFault>

export const Fault = NewFault.extend({
  id: z.int(),
  matched: z.int().meta({
    description:
      'Number of requests to which the fault was applied. Not those before `from`, or spared by `probability`.',
  }),
}).meta({ id: 'Fault' })
export type Fault = z.infer<typeof Fault>

export const faultsControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/faults',
    summary: 'The faults in the world, each with the number of requests to which it was applied.',
    responses: { 200: z.object({ faults: z.array(Fault) }) },
  }),
  add: controlEndpoint({
    method: 'POST',
    path: '/faults',
    summary: 'Makes requests fail: by route, from the n-th request, a number of times, or at random.',
    body: NewFault,
    responses: { 200: Fault },
  }),
  remove: controlEndpoint({
    method: 'DELETE',
    path: '/faults',
    summary: 'Removes one fault, or all faults if no id is given.',
    body: z.strictObject({ id: z.int().optional() }),
    responses: { 200: Done },
  }),
}
