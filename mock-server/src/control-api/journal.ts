import { z } from 'zod'
import { controlEndpoint, Digits, Done } from './control-endpoint.ts'

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

const JournalDetail = JournalEntry.extend({
  response: z.unknown().meta({
    description:
      'The body, with personal data hashed, secrets masked and long lists shortened; a description if it is not JSON; null if there was none, it was large, or newer ones replaced it.',
  }),
}).meta({ id: 'JournalDetail' })
export type JournalDetail = z.infer<typeof JournalDetail>

const NameValue = z.object({ name: z.string(), value: z.string() })

/** The journal as an HTTP Archive 1.2, which browsers, proxies and `contract har` read. */
const Har = z
  .object({
    log: z.object({
      version: z.literal('1.2'),
      creator: z.object({ name: z.string(), version: z.string() }),
      entries: z.array(
        z.object({
          startedDateTime: z.string(),
          time: z.number(),
          request: z.object({
            method: z.string(),
            url: z.string(),
            httpVersion: z.string(),
            headers: z.array(NameValue),
            queryString: z.array(NameValue),
            cookies: z.array(NameValue),
            headersSize: z.int(),
            bodySize: z.int(),
            postData: z.object({ mimeType: z.string(), text: z.string() }).optional(),
          }),
          response: z.object({
            status: z.int(),
            statusText: z.string(),
            httpVersion: z.string(),
            headers: z.array(NameValue),
            cookies: z.array(NameValue),
            content: z.object({ size: z.int(), mimeType: z.string(), text: z.string().optional() }),
            redirectURL: z.string(),
            headersSize: z.int(),
            bodySize: z.int(),
          }),
          cache: z.object({}),
          timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
        }),
      ),
    }),
  })
  .meta({ id: 'Har' })
export type Har = z.infer<typeof Har>

const JournalQuery = z.strictObject({
  method: z.string().optional(),
  path: z.string().optional().meta({ description: 'Text that the path contains.' }),
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/i, { error: '((status must be like 404, or 4xx for a class.))' })
    .optional()
    .meta({ description: '404, or 4xx for a class.' }),
  violations: z.enum(['true']).optional().meta({ description: 'Only requests that violate the contract.' }),
  after: Digits.optional().meta({ description: 'Only requests with a higher id.' }),
  limit: Digits.optional(),
})
export type JournalQuery = z.infer<typeof JournalQuery>

export const journalControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/journal',
    summary: 'The latest requests, newest first, with their contract violations. Personal data is hashed.',
    query: JournalQuery,
    responses: { 200: z.object({ entries: z.array(JournalEntry) }) },
  }),
  har: controlEndpoint({
    method: 'GET',
    path: '/journal/har',
    summary:
      'The same requests and their responses as an HTTP Archive, for browsers and the contract command.',
    query: JournalQuery,
    responses: { 200: Har },
  }),
  entry: controlEndpoint({
    method: 'GET',
    path: '/journal/{id}',
    summary: 'One request with its response.',
    params: z.object({ id: z.string() }),
    responses: { 200: JournalDetail },
  }),
  clear: controlEndpoint({
    method: 'DELETE',
    path: '/journal',
    summary: 'Clears the journal.',
    responses: { 200: Done },
  }),
}
