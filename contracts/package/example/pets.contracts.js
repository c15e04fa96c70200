// pets.contracts.js
import { z } from 'zod'
import { defineContracts } from '../index.ts'

const Pet = z.object({ id: z.int(), name: z.string(), tag: z.enum(['cat', 'dog']).nullable() })
const Pets = z.array(Pet)

export default defineContracts({
  prefix: '/v2',
  endpoints: {
    pets: {
      list: { method: 'GET', path: '/pets', readOnly: 'a public list', responses: { 200: Pets } },
      details: {
        method: 'GET',
        path: '/pets/{id}',
        readOnly: 'a public page',
        params: z.object({ id: z.string() }),
        responses: { 200: Pet, 404: z.object({ message: z.string() }) },
      },
    },
  },
  // A GET without path parameters needs no case. Cases pass values on to later cases.
  cases: {
    pets: {
      list: [
        {
          title: 'lists pets',
          status: 200,
          outputs: ['petId'],
          extract: (body) => ({ petId: Pets.parse(body)[0]?.id }),
        },
      ],
      details: [
        {
          title: 'returns a pet',
          status: 200,
          inputs: ['petId'],
          request: ({ petId }) => ({ params: { id: petId } }),
        },
        { title: 'returns 404 for an unknown pet', status: 404, request: { params: { id: 0 } } },
      ],
    },
  },
})
