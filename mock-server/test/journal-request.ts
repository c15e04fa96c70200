import { type Endpoint, endpoint } from 'contracts/endpoint'
import { z } from 'zod'

/** A request that the journal records, to a path that no endpoint has. */
export const REQUEST = {
  method: 'POST',
  url: '/api/v1/none',
  endpoint: null as Endpoint | null,
  query: {},
  body: undefined as unknown,
  customerId: null,
  note: null,
  activeFaults: [] as { id: number }[],
}

/** An endpoint whose body has a list of texts. */
export const DECLARED = endpoint({
  method: 'POST',
  path: '/none',
  body: z.object({ texts: z.array(z.string()) }),
  responses: { 200: z.object({}) },
})
