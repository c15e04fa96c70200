import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { personal } from '../schema/privacy.ts'
import { FailureList, Message, required } from '../wire.ts'

export const newsletter = {
  subscribe: endpoint({
    method: 'POST',
    path: '/newsletter/subscribe',
    auth: 'none',
    summary: 'Subscribes an e-mail address. Its format is not validated.',
    body: z.object({ email: personal(required('email')) }),
    responses: {
      200: Message,
      // Returned for a duplicate. Source M1: 403 with a list. Source R1: 400 with a message.
      400: Message,
      403: FailureList,
    },
    evidence: {
      kind: 'assumed',
      why: 'M1 contains this path, R1 the rest of the API; their responses differ',
    },
  }),
}
