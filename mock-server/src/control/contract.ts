import { endpoint } from 'contracts/endpoint'
import { ORDER_STATUSES } from 'contracts/orders'
import { z } from 'zod'

/**
 * The emulator's own powers, below /__emulator. Declared with the same machine as the provider's calls, so that
 * they have the same checks, the same typed client and the same kind of document.
 */

const ours = { kind: 'observed', on: '2026-11-20', note: 'our own' } as const
const Refusal = z.object({ message: z.string() })
const Done = z.object({ message: z.string() })
const Name = z.string({ error: '((name is missing.))' }).regex(/^[\w.-]{1,64}$/, {
  error: '((name may have 1 to 64 letters, digits, dots, dashes and underscores.))',
})

export const FAULT_KINDS = [
  'null-in-required',
  'number-as-text',
  'missing-field',
  'missing-image',
  'empty-list',
  'unknown-enum',
] as const

/** What goes wrong. Exactly one of these. */
const Effect = z.union(
  [
    z.strictObject({ status: z.int().min(100).max(599), body: z.unknown().optional() }),
    z.strictObject({
      latency: z.int().min(0).max(120_000).meta({ description: 'Milliseconds before the answer.' }),
    }),
    z.strictObject({
      reset: z.literal(true).meta({ description: 'The connection ends without an answer.' }),
    }),
    z.strictObject({
      truncate: z.literal(true).meta({ description: 'Half the body under the whole length.' }),
    }),
    z.strictObject({ html: z.literal(true).meta({ description: 'An error page with status 200.' }) }),
    z.strictObject({
      throttle: z.int().min(0).meta({ description: '429 with this Retry-After in seconds.' }),
    }),
    z.strictObject({
      contract: z.enum(FAULT_KINDS).meta({ description: 'An answer that breaks its contract in one place.' }),
      at: z
        .string()
        .optional()
        .meta({ description: 'Which place, e.g. $.products[].price; else one is chosen by the seed.' }),
    }),
  ],
  {
    error: `((effect must be one of {status, body?}, {latency}, {reset}, {truncate}, {html}, {throttle}, {contract, at?}.))`,
  },
)
export type Effect = z.infer<typeof Effect>

export const NewFault = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  path: z.string().optional().meta({
    description:
      'Below /api/v1, or whole for pictures and scripts; * stands for anything, {id} for a segment. Without one every call to the host is struck, and the pages of the shop beside it are spared.',
  }),
  from: z.int().min(1).optional().meta({ description: 'First call that it strikes, counted from 1.' }),
  times: z.int().min(1).optional().meta({ description: 'How often it strikes at most.' }),
  probability: z.number().min(0).max(1).optional(),
  effect: Effect,
})
export type NewFault = z.infer<typeof NewFault>

export const Fault = NewFault.extend({ id: z.int(), struck: z.int() }).meta({ id: 'Fault' })
export type Fault = z.infer<typeof Fault>

export const WorldInfo = z
  .object({
    name: z.string(),
    profile: z.string(),
    seed: z.string().nullable(),
    now: z.string(),
    frozen: z.boolean(),
    orders: z.int(),
    messages: z.int(),
    faults: z.int(),
  })
  .meta({ id: 'World' })
export type WorldInfo = z.infer<typeof WorldInfo>

export const ClockState = z.object({ now: z.string(), frozen: z.boolean() }).meta({ id: 'Clock' })

export const OutboxMessage = z
  .object({
    id: z.int(),
    channel: z.enum(['mail', 'sms', 'webhook']),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
    code: z.string().nullable().meta({ description: 'The one-time code inside, if there is one.' }),
    created_at: z.string(),
    deliveries: z
      .array(z.object({ at: z.string(), outcome: z.string() }))
      .meta({ description: 'Tries to deliver a payment callback.' }),
  })
  .meta({ id: 'OutboxMessage' })
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const JournalEntry = z
  .object({
    id: z.int(),
    at: z.string(),
    method: z.string(),
    path: z.string(),
    endpoint: z.string().nullable(),
    status: z.int(),
    took: z.number().meta({ description: 'Milliseconds.' }),
    customer_id: z.int().nullable(),
    query: z.unknown(),
    body: z.unknown(),
    departures: z
      .array(z.string())
      .meta({ description: 'What of the request is not in the contract, and why.' }),
    faults: z.array(z.int()),
  })
  .meta({ id: 'JournalEntry' })
export type JournalEntry = z.infer<typeof JournalEntry>

const Snapshot = z.object({ name: z.string(), taken_at: z.string(), bytes: z.int() }).meta({ id: 'Snapshot' })

const DriftState = z
  .object({
    target: z.string().nullable(),
    endpoints: z.array(z.object({ name: z.string(), findings: z.int() })),
  })
  .meta({ id: 'DriftState' })

const PlacedOrder = z
  .object({
    id: z.int(),
    customer: z.string(),
    order_amount: z.int(),
    order_status: z.enum(ORDER_STATUSES),
    payment_status: z.string(),
    created_at: z.string(),
    next: z.array(z.enum(ORDER_STATUSES)),
  })
  .meta({ id: 'PlacedOrder' })

const StockLevel = z
  .object({ id: z.int(), name: z.string().nullable(), stock: z.int(), price: z.int() })
  .meta({ id: 'StockLevel' })

const outboxQuery = z.object({
  channel: z.enum(['mail', 'sms', 'webhook']).optional(),
  recipient: z.string().optional(),
  after: z.string().optional().meta({ description: 'Only messages with a higher id.' }),
})

export const control = {
  status: {
    get: endpoint({
      method: 'GET',
      path: '/status',
      auth: 'none',
      summary: 'What this emulator is, and how it is.',
      answers: {
        200: z.object({
          status: z.literal('ok'),
          version: z.string(),
          profile: z.string(),
          strict: z.boolean(),
          uptime: z.number().meta({ description: 'Seconds.' }),
          memory: z.number().meta({ description: 'Bytes resident.' }),
          products: z.int(),
          worlds: z.int(),
          world: WorldInfo,
          demo_account: z.string().nullable(),
          broken_answers: z
            .array(z.string())
            .meta({ description: 'Answers by which the emulator broke its own contract.' }),
        }),
      },
      evidence: ours,
    }),
  },

  worlds: {
    list: endpoint({
      method: 'GET',
      path: '/worlds',
      auth: 'none',
      summary: 'Every world. A call picks one by the header X-Emulator-World or the cookie emulator_world.',
      answers: { 200: z.object({ worlds: z.array(WorldInfo) }) },
      evidence: ours,
    }),
    create: endpoint({
      method: 'POST',
      path: '/worlds',
      auth: 'none',
      summary: 'Forks a world from the seed, or from a snapshot.',
      body: z.object({
        name: Name,
        seed: z.string().nullish().meta({ description: 'Same seed, same ids, tokens and codes.' }),
        profile: z.enum(['7.1', '7.4']).optional(),
        frozen_at: z.iso.datetime({ error: '((frozen_at must be an ISO date and time in UTC.))' }).optional(),
        snapshot: Name.optional(),
      }),
      answers: { 200: WorldInfo, 400: Refusal, 404: Refusal, 409: Refusal },
      evidence: ours,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/worlds',
      auth: 'none',
      summary: 'Forgets a world. The default world stays.',
      body: z.object({ name: Name }),
      answers: { 200: Done, 400: Refusal, 404: Refusal },
      evidence: ours,
    }),
  },

  reset: {
    toSeed: endpoint({
      method: 'POST',
      path: '/reset',
      auth: 'none',
      summary: 'Brings the world back to the seed: data, clock, dice, faults, journal and outbox.',
      answers: { 200: WorldInfo },
      evidence: ours,
    }),
  },

  snapshots: {
    list: endpoint({
      method: 'GET',
      path: '/snapshots',
      auth: 'none',
      summary: 'The snapshots taken so far.',
      answers: { 200: z.object({ snapshots: z.array(Snapshot) }) },
      evidence: ours,
    }),
    take: endpoint({
      method: 'POST',
      path: '/snapshots',
      auth: 'none',
      summary: "Keeps the world's data, clock and dice under a name.",
      body: z.object({ name: Name }),
      answers: { 200: Snapshot, 400: Refusal },
      evidence: ours,
    }),
    restore: endpoint({
      method: 'POST',
      path: '/snapshots/restore',
      auth: 'none',
      summary: 'Brings the world back to a snapshot.',
      body: z.object({ name: Name }),
      answers: { 200: WorldInfo, 400: Refusal, 404: Refusal },
      evidence: ours,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/snapshots',
      auth: 'none',
      summary: 'Forgets a snapshot.',
      body: z.object({ name: Name }),
      answers: { 200: Done, 400: Refusal, 404: Refusal },
      evidence: ours,
    }),
  },

  clock: {
    get: endpoint({
      method: 'GET',
      path: '/clock',
      auth: 'none',
      summary: "The world's time.",
      answers: { 200: ClockState },
      evidence: ours,
    }),
    change: endpoint({
      method: 'POST',
      path: '/clock',
      auth: 'none',
      summary: 'Sets, freezes, resumes or advances the time, in this order.',
      body: z.object({
        set: z.iso.datetime({ error: '((set must be an ISO date and time in UTC.))' }).optional(),
        frozen: z.boolean().optional(),
        advance: z
          .union([z.string(), z.number()])
          .optional()
          .meta({ description: '15m, 1h30m, 90s, or milliseconds.' }),
      }),
      answers: { 200: ClockState, 400: Refusal },
      evidence: ours,
    }),
  },

  faults: {
    list: endpoint({
      method: 'GET',
      path: '/faults',
      auth: 'none',
      summary: 'The faults of the world, with how often each has struck.',
      answers: { 200: z.object({ faults: z.array(Fault) }) },
      evidence: ours,
    }),
    add: endpoint({
      method: 'POST',
      path: '/faults',
      auth: 'none',
      summary: 'Lets calls go wrong: by route, from the n-th call, so many times, or by chance.',
      body: NewFault,
      answers: { 200: Fault, 400: Refusal },
      evidence: ours,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/faults',
      auth: 'none',
      summary: 'Takes a fault away, or all of them.',
      body: z.object({ id: z.int().optional() }),
      answers: { 200: Done, 400: Refusal, 404: Refusal },
      evidence: ours,
    }),
  },

  outbox: {
    list: endpoint({
      method: 'GET',
      path: '/outbox',
      auth: 'none',
      summary: 'Mails, text messages and payment callbacks, newest first.',
      query: outboxQuery,
      answers: { 200: z.object({ messages: z.array(OutboxMessage) }) },
      evidence: ours,
    }),
    wait: endpoint({
      method: 'GET',
      path: '/outbox/wait',
      auth: 'none',
      summary: 'The next fitting message, at once when it is there, else when it comes.',
      query: outboxQuery.extend({
        timeout: z.string().optional().meta({ description: 'At most this long, e.g. 5s; 30s at most.' }),
      }),
      answers: { 200: OutboxMessage, 404: Refusal },
      evidence: ours,
    }),
    clear: endpoint({
      method: 'DELETE',
      path: '/outbox',
      auth: 'none',
      summary: 'Empties the outbox.',
      answers: { 200: Done },
      evidence: ours,
    }),
    resend: endpoint({
      method: 'POST',
      path: '/outbox/resend',
      auth: 'none',
      summary: 'Delivers a payment callback again: several times, late, or with a wrong signature.',
      body: z.object({
        id: z.int(),
        copies: z.int().min(1).max(20).optional(),
        delay: z.union([z.string(), z.number()]).optional(),
        wrong_signature: z.boolean().optional(),
      }),
      answers: { 200: OutboxMessage, 400: Refusal, 404: Refusal },
      evidence: ours,
    }),
  },

  journal: {
    list: endpoint({
      method: 'GET',
      path: '/journal',
      auth: 'none',
      summary:
        'The last calls, newest first, with what in them was not in the contract. Personal data is hashed.',
      query: z.object({
        method: z.string().optional(),
        path: z.string().optional().meta({ description: 'A part of the path.' }),
        status: z.string().optional().meta({ description: '404, or 4xx for a class.' }),
        departed: z
          .enum(['true'])
          .optional()
          .meta({ description: 'Only calls that departed from the contract.' }),
        after: z.string().optional().meta({ description: 'Only calls with a higher id.' }),
        limit: z.string().optional(),
      }),
      answers: { 200: z.object({ entries: z.array(JournalEntry) }) },
      evidence: ours,
    }),
    clear: endpoint({
      method: 'DELETE',
      path: '/journal',
      auth: 'none',
      summary: 'Empties the journal.',
      answers: { 200: Done },
      evidence: ours,
    }),
  },

  drift: {
    get: endpoint({
      method: 'GET',
      path: '/drift',
      auth: 'none',
      summary: 'Whose drift the world plays back.',
      answers: { 200: DriftState },
      evidence: ours,
    }),
    load: endpoint({
      method: 'POST',
      path: '/drift',
      auth: 'none',
      summary: 'Answers from now on as the host of a report.json did.',
      body: z.object({ report: z.unknown() }),
      answers: { 200: DriftState, 400: Refusal },
      evidence: ours,
    }),
    clear: endpoint({
      method: 'DELETE',
      path: '/drift',
      auth: 'none',
      summary: 'Keeps the contract again.',
      answers: { 200: Done },
      evidence: ours,
    }),
  },

  orders: {
    list: endpoint({
      method: 'GET',
      path: '/orders',
      auth: 'none',
      summary: 'The last hundred orders of the world, newest first, with the statuses each can move to.',
      answers: { 200: z.object({ orders: z.array(PlacedOrder) }) },
      evidence: ours,
    }),
    move: endpoint({
      method: 'POST',
      path: '/orders/move',
      auth: 'none',
      summary: 'Moves an order to another status, as the shop’s own people would.',
      body: z.object({ id: z.int(), status: z.enum(ORDER_STATUSES) }),
      answers: { 200: PlacedOrder, 400: Refusal, 404: Refusal, 409: Refusal },
      evidence: ours,
    }),
  },

  stock: {
    list: endpoint({
      method: 'GET',
      path: '/stock',
      auth: 'none',
      summary: 'Products by a part of their name, at most fifty.',
      query: z.object({ name: z.string().optional() }),
      answers: { 200: z.object({ products: z.array(StockLevel) }) },
      evidence: ours,
    }),
    change: endpoint({
      method: 'POST',
      path: '/stock',
      auth: 'none',
      summary: 'Sets the stock or the price of a product.',
      body: z.object({ id: z.int(), stock: z.int().min(0).optional(), price: z.int().min(0).optional() }),
      answers: { 200: StockLevel, 400: Refusal, 404: Refusal },
      evidence: ours,
    }),
  },
}

export type Control = typeof control
