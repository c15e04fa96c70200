import { readFileSync } from 'node:fs'
import { orderPayload } from 'contracts/cases/order-payload'
import { Product } from 'contracts/resources/products'
import { expect, test } from 'vitest'
import { app, bearer, send, useAppPerTest } from '../../test/current-app.ts'
import { createTestApp } from '../../test/test-app.ts'
import { packagePath } from '../package-path.ts'
import { selectOne } from '../world/queries.ts'
import type { ExtensionChanges } from './extensions.ts'
import { ADDED_ENDPOINTS, ADDED_PRODUCT_FIELDS, EXTENSION_NAMES, everyExtension } from './extensions.ts'

useAppPerTest()

type ExampleRequest = Parameters<typeof send>

/** Returns requests whose responses show every extension. */
function exampleRequests(): ExampleRequest[] {
  const order = (change: object, headers = {}): ExampleRequest => [
    'POST',
    '/api/v1/customer/order/place',
    orderPayload(40, change),
    { ...bearer(), ...headers },
  ]
  const name = { contact_person_name: 'A', contact_person_number: '+256' }
  const image = selectOne<{ file: string }>(app.world, "SELECT file FROM images WHERE folder = 'product'")
  const key = { 'Idempotency-Key': 'repeated' }
  return [
    ...[...ADDED_ENDPOINTS.keys()].map(({ method, path }): ExampleRequest => {
      return [method, `/api/v1${path}`, method === 'GET' ? undefined : {}, bearer()]
    }),
    ['GET', '/api/v1/categories'],
    ['GET', '/api/v1/products/latest'],
    ['GET', `/product/${image?.file}`],
    ['GET', '/api/v1/customer/wish-list?user=1'],
    ['POST', '/api/v1/customer/address/add', { ...name, address_type: 'Home', address: 'B' }, bearer()],
    // An address of the second customer.
    order({ delivery_address_id: 3 }, key),
    order({ delivery_address_id: 3 }, key),
    order({ order_type: 'self_pickup', delivery_address_id: null }),
    order({ order_amount: 1_000_000 }),
    ['GET', '/api/v1/customer/order/list', undefined, bearer()],
    ['POST', '/api/v1/auth/login', { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }],
  ]
}

/** Sends the example requests after a reset, and returns their responses. */
async function exampleResponses(changes: ExtensionChanges) {
  await app.control('POST /reset')
  await app.control('POST /extensions', { body: changes })
  const responses: unknown[] = []
  for (const request of exampleRequests()) {
    const { status, body } = await send(...request)
    responses.push({ status, body })
  }
  return responses
}

test('each extension changes a response', async () => {
  const expected = await exampleResponses({})
  expect(await exampleResponses({}), 'with all extensions again').toEqual(expected)
  for (const name of EXTENSION_NAMES)
    expect(await exampleResponses({ [name]: false }), name).not.toEqual(expected)
})

test('the original software has no extensions, but build 7.1 requires no type', async () => {
  for (const [build, loginWithoutType] of [
    ['7.1', true],
    ['7.7', false],
  ] as const) {
    const original = await createTestApp({ stock: true, profile: build })
    expect(await original.control('GET /extensions')).toEqual(everyExtension(false, { loginWithoutType }))
    await original.close()
  }
})

test('every optional field of a product is recorded, read in a public source, or added by an extension', () => {
  const recorded = ['7.1', '7.7'].map((build) =>
    readFileSync(packagePath(`test/recordings/${build}.jsonl`), 'utf8'),
  )
  const added = ADDED_PRODUCT_FIELDS.map(([field]) => field as string)
  const others = Object.entries(Product.shape).flatMap(([field, schema]) => {
    const isOptional = schema.safeParse(undefined).success
    const isKnown = added.includes(field) || recorded.some((text) => text.includes(`"${field}":`))
    return isOptional && !isKnown ? [field] : []
  })
  // Source R1.
  expect(others).toEqual(['codebar'])
})

test('the README lists all extensions', () => {
  const section = readFileSync(packagePath('README.md'), 'utf8')
    .split('## ')
    .find((text) => text.startsWith('Extensions'))
  expect([...(section ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(EXTENSION_NAMES)
})
