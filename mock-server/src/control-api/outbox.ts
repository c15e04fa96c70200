import { z } from 'zod'
import { controlEndpoint, Digits, Done } from './control-endpoint.ts'
import { duration } from './duration.ts'

export const OutboxMessage = z
  .object({
    id: z.int(),
    channel: z.enum(['mail', 'sms', 'webhook']),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
    code: z.string().nullable().meta({ description: 'The one-time code in the message, if any.' }),
    created_at: z.string(),
    deliveries: z
      .array(z.object({ at: z.string(), outcome: z.string() }))
      .meta({ description: 'Attempts to deliver a webhook.' }),
  })
  .meta({ id: 'OutboxMessage' })
export type OutboxMessage = z.infer<typeof OutboxMessage>

const OutboxFilter = z.strictObject({
  channel: z.enum(['mail', 'sms', 'webhook']).optional(),
  recipient: z.string().optional(),
  after: Digits.optional().meta({ description: 'Only messages with a higher id.' }),
})
export type OutboxFilter = z.infer<typeof OutboxFilter>

/** The largest number of webhooks that one request redelivers. */
export const MAX_RESEND_IDS = 100

export const outboxControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/outbox',
    summary: 'E-mails, text messages and webhooks, newest first.',
    query: OutboxFilter,
    responses: { 200: z.object({ messages: z.array(OutboxMessage) }) },
  }),
  wait: controlEndpoint({
    method: 'GET',
    path: '/outbox/wait',
    summary: 'Waits for the oldest matching message.',
    query: OutboxFilter.extend({
      timeout: duration('timeout', 0).optional().meta({ description: 'Longest wait, e.g. 5s; at most 30s.' }),
    }),
    responses: { 200: OutboxMessage },
  }),
  clear: controlEndpoint({
    method: 'DELETE',
    path: '/outbox',
    summary: 'Clears the outbox.',
    responses: { 200: Done },
  }),
  resend: controlEndpoint({
    method: 'POST',
    path: '/outbox/resend',
    summary:
      'Redelivers webhooks in the given order, optionally several times, late, or with an invalid signature.',
    body: z.strictObject({
      ids: z
        .array(z.int())
        .min(1)
        .max(MAX_RESEND_IDS)
        .meta({ description: 'List the newest first to simulate a network that reorders webhooks.' }),
      copies: z.int().min(1).max(20).optional(),
      delay: duration('delay', 0).optional(),
      wrong_signature: z.boolean().optional(),
    }),
    responses: { 200: z.object({ messages: z.array(OutboxMessage) }) },
  }),
}
