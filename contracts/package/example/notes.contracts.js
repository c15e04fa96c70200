// notes.contracts.js
import { z } from 'zod'
import { defineContracts } from '../index.ts'

const Login = z.object({ email: z.string(), password: z.string() })

export default defineContracts({
  login: { endpoint: 'auth.login', tokenField: 'token' },
  endpoints: {
    auth: {
      login: {
        method: 'POST',
        path: '/login',
        body: Login,
        responses: { 200: z.object({ token: z.string() }) },
      },
    },
    notes: {
      list: {
        method: 'GET',
        path: '/notes',
        auth: 'bearer',
        readOnly: "the account's own list",
        responses: { 200: z.array(z.object({ id: z.int(), text: z.string() })) },
      },
    },
  },
  cases: {
    auth: {
      login: [
        { title: 'logs in', status: 200, request: ({ email, password }) => ({ body: { email, password } }) },
      ],
    },
  },
})
