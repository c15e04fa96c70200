import { z } from 'zod'
import { controlEndpoint, Done, Refusal } from './wire.ts'

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
    note: z.string().nullable().meta({
      description: 'A surprising effect: "without address" for an order whose address does not exist.',
    }),
    query: z.unknown(),
    body: z.unknown(),
    violations: z
      .array(z.string())
      .meta({ description: 'Contract violations found in the request, with reasons.' }),
    faults: z.array(z.int()),
  })
  .meta({ id: 'JournalEntry' })
export type JournalEntry = z.infer<typeof JournalEntry>

export const journalControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/journal',
    summary: 'The latest requests, newest first, with their contract violations. Personal data is hashed.',
    query: z.object({
      method: z.string().optional(),
      path: z.string().optional().meta({ description: 'Text that the path contains.' }),
      status: z
        .string()
        .regex(/^[1-5](\d\d|xx)$/i, { error: '((status must be like 404, or 4xx for a class.))' })
        .optional()
        .meta({ description: '404, or 4xx for a class.' }),
      violations: z
        .enum(['true'])
        .optional()
        .meta({ description: 'Only requests that violate the contract.' }),
      after: z.string().optional().meta({ description: 'Only requests with a higher id.' }),
      limit: z.string().optional(),
    }),
    responses: { 200: z.object({ entries: z.array(JournalEntry) }), 400: Refusal },
  }),
  clear: controlEndpoint({
    method: 'DELETE',
    path: '/journal',
    summary: 'Clears the journal.',
    responses: { 200: Done },
  }),
}
