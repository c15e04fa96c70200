import { expect, test } from 'vitest'
import { z } from 'zod'
import { UserError } from '../src/command-line/user-error.ts'
import { defineContracts } from '../src/define-contracts.ts'
import { type ValidateOptions, validate } from './validate.ts'

const contracts = defineContracts({
  endpoints: {
    pets: {
      list: { method: 'GET', path: '/pets', readOnly: 'a list', responses: { 200: z.array(z.int()) } },
    },
  },
})
const target = 'http://pets.test'

test('validates a host at a URL with a trailing slash', async () => {
  const urls: string[] = []
  const fetch = async (url: unknown) => {
    urls.push(String(url))
    return Response.json([1])
  }
  const { summary } = await validate(contracts, { target: `${target}/`, fetch, only: null })
  expect([summary.exitCode, urls]).toEqual([0, ['http://pets.test/pets']])
})

test('sends the token in the reads of a customer, and writes only if that is asked for', async () => {
  const ofCustomer = defineContracts({
    endpoints: {
      pets: {
        mine: {
          method: 'GET',
          path: '/mine',
          auth: 'bearer',
          readOnly: 'a list',
          responses: { 200: z.array(z.int()) },
        },
        add: { method: 'POST', path: '/pets', responses: { 200: z.object({}) } },
      },
    },
    cases: { pets: { add: [{ title: 'adds a pet', status: 200, cleanup: 'it is removed at night' }] } },
  })
  const requestsOf = async (options: Partial<ValidateOptions>) => {
    const requests: string[] = []
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { method, headers } = new Request(url, init)
      const token = headers.get('authorization')
      requests.push(`${method} ${new URL(String(url)).pathname} ${token}`)
      return Response.json(method === 'POST' ? {} : [1])
    }
    const { summary } = await validate(ofCustomer, { target, fetch, spacing: 0, ...options })
    return [summary.exitCode, ...new Set(requests.sort())]
  }
  const read = 'GET /mine Bearer t0ken'
  expect(await requestsOf({ token: 't0ken' })).toEqual([0, read])
  expect(await requestsOf({ token: 't0ken', write: true })).toEqual([0, read, 'POST /pets null'])
  expect(await requestsOf({})).toEqual([5])
})

test.each<[options: Record<string, unknown>, message: string]>([
  [{ target, tokn: 'x' }, 'validate has no option "tokn"; did you mean "token"?'],
  [{ target, bananas: 1 }, 'validate has no option "bananas"; its options are target, token, '],
  [{ target: 'pets.test:80/' }, 'target must start with http:// or https://.'],
  [{}, 'target must be a URL like https://api.example.com.'],
  [{ target, only: [] }, 'only must be a list of names, such as ["pets"].'],
  [{ target, only: 'pets' }, 'only must be a list of names, such as ["pets"].'],
  [{ target, only: ['pet'] }, 'only: no endpoint or resource "pet"; did you mean "pets"?'],
  [{ target, spacing: -1 }, 'spacing must be an integer, 0 to 60000, not "-1".'],
  [{ target, timeout: 'x' }, `timeout must be an integer, 1 to 600000, not "'x'".`],
  [{ target, spacing: '250' }, `spacing must be an integer, 0 to 60000, not "'250'".`],
  [{ target, write: 'no' }, 'write must be true or false.'],
  [{ target, token: 'a\nb' }, 'token contains an invalid character.'],
  [{ target, token: 7 }, 'token contains an invalid character.'],
])('refuses the options %j with one message', async (options, message) => {
  const run = validate(contracts, options as ValidateOptions)
  await expect(run).rejects.toThrow(UserError)
  await expect(run).rejects.toThrow(message)
})
