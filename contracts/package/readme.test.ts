import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runContract } from '../harness/run-contract.ts'
import { parseContracts } from '../src/define-contracts.ts'
import { validate } from './index.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** Contracts from the folder of examples. The path is a variable, because TypeScript does not type JavaScript. */
const contractsIn = async (file: string) => (await import(new URL(file, import.meta.url).href)).default

async function findingsAt(file: string, responses: Record<string, unknown>) {
  const host: typeof fetch = async (input) => {
    const body = responses[new URL(String(input)).pathname]
    return body === undefined ? Response.json({ message: 'Not found' }, { status: 404 }) : Response.json(body)
  }
  const report = await validate(await contractsIn(file), { target: 'https://api.example', fetch: host })
  const findings = report.endpoints.flatMap(({ name, findings }) =>
    findings.map(({ where }) => [name, where]),
  )
  return { findings, exitCode: report.summary.exitCode }
}

test('the README shows the examples as they are run by this test', () => {
  const readme = read('README.md')
  for (const file of ['pets.contracts.js', 'notes.contracts.js', 'shop.contracts.ts'])
    expect(readme).toContain(read(`example/${file}`).replace('../index.ts', '@kitabo/contract'))
})

test('the contracts of pets accept a healthy host, and find a new tag', async () => {
  const pet = { id: 7, name: 'Simba', tag: 'cat' }
  const file = 'example/pets.contracts.js'
  expect(await findingsAt(file, { '/v2/pets': [pet], '/v2/pets/7': pet })).toEqual({
    findings: [],
    exitCode: 0,
  })
  expect(await findingsAt(file, { '/v2/pets': [{ ...pet, tag: 'lion' }], '/v2/pets/7': pet })).toEqual({
    findings: [['pets.list', '$[].tag']],
    exitCode: 1,
  })
})

test('the contracts of notes log in with the account, and read its list with the token', async () => {
  const requests: string[] = []
  const host: typeof fetch = async (input, { method = 'GET', body, headers } = {}) => {
    requests.push(
      [method, new URL(String(input)).pathname, body, new Headers(headers).get('authorization')].join(' '),
    )
    return Response.json(method === 'POST' ? { token: 't0ken-of-ada' } : [{ id: 1, text: 'Milk' }])
  }
  const account = { email: 'ada@mail.example', password: 'pass-of-ada' }
  const contracts = parseContracts(await contractsIn('example/notes.contracts.js'))
  const target = { origin: 'https://api.example', fetch: host, credentials: account, isEmulator: false }
  const report = await runContract({ contracts, target, emulator: null })
  expect(report.summary).toMatchObject({ exitCode: 0, verified: 2 })
  expect(requests).toEqual([`POST /login ${JSON.stringify(account)} `, 'GET /notes  Bearer t0ken-of-ada'])
})

test('the relations of the shop find a total that is not the sum of the lines', async () => {
  const item = { id: 1, name: 'Tea', price: 500 }
  const order = { id: 9, lines: [{ itemId: 1, quantity: 2 }], items: [item], total: 1000 }
  const file = 'example/shop.contracts.ts'
  expect(await findingsAt(file, { '/items': [item], '/orders': [order] })).toEqual({
    findings: [],
    exitCode: 0,
  })
  expect(await findingsAt(file, { '/items': [item], '/orders': [{ ...order, total: 900 }] })).toEqual({
    findings: [['orders.list', '$[].total']],
    exitCode: 1,
  })
})

test('the relations of the shop find a page that is too long, and items that match no filter', async () => {
  const items = [1, 2, 3].map((id) => ({ id, name: 'Tea', price: 500 + 100 * id }))
  expect(await findingsAt('example/shop.contracts.ts', { '/items': items, '/orders': [] })).toEqual({
    findings: [
      ['items.list', '$.length'],
      ['items.list', '$[].price'],
    ],
    exitCode: 1,
  })
})

test('a host that responds to everything with 404 and JSON is not the provider', async () => {
  for (const file of ['example/pets.contracts.js', 'example/to-do.contracts.ts'])
    expect((await findingsAt(file, {})).exitCode).toBe(4)
})
