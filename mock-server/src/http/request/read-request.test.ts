import { expect, test } from 'vitest'
import { bearer, get, send, useAppPerTest } from '../../../test/current-app.ts'

/** How the provider's software reads requests like the recorded ones, by its public source code. */
useAppPerTest({ stock: true })

const CRASH = [500, 'Server Error']
const LINE = { product_id: '1', quantity: 1, variant: '', variation: [] }
const ORDER = {
  order_amount: 100,
  delivery_address_id: 1,
  order_type: 'delivery',
  branch_id: 1,
  cart: [LINE],
  coupon_discount_amount: 0,
  payment_method: 'flutterwave',
  distance: 1,
}
const place = (change: object) =>
  send('POST', '/api/v1/customer/order/place', { ...ORDER, ...change }, bearer())
const register = (change: object) =>
  send('POST', '/api/v1/auth/registration', {
    f_name: 'Amina',
    l_name: 'Kato',
    email: 'new@trial.example',
    phone: '+256700000077',
    password: 'secret12',
    ...change,
  })

test.each([
  ['products/latest?limit=', 10],
  ['products/latest?limit=0', 15],
  ['products/latest?limit=2.5', 2],
  ['products/latest?limit=3&offset=-4', 3],
  ['products/latest?limit=3&offset=0', 3],
  ['products/search?name=book&limit=2&offset=9999', 0],
])('%s returns %i products', async (path, size) => {
  expect((await get(`/api/v1/${path}`)).body.products).toHaveLength(size)
})

test.each([
  'products/latest?limit[]=5',
  'products/latest?offset=abc',
  'products/latest?limit=5x',
  'products/search?name[]=book',
  'products/search?name=zzzzqqqq&limit=abc',
  'products/search?category_id=3',
])('%s is a crash', async (path) => {
  expect((await get(`/api/v1/${path}`)).refusal).toEqual(CRASH)
})

test.each([
  ['products/details/1abc', 'product'],
  ['products/details/0', 'errors'],
])('%s reads the number at the beginning', async (path, key) => {
  expect((await get(`/api/v1/${path}`)).body).toHaveProperty(key)
})

test.each([
  [{ f_name: ['x'] }, CRASH],
  [{ email: 'x'.repeat(101) }, CRASH],
  [{ password: [1, 2] }, [403, 'The password must have at least 6 items.']],
  [{ email: ' ' }, [403, 'The email field is required.']],
  [{ f_name: 0, password: 123_456 }, [200, undefined]],
])('a registration with %o responds with %j', async (change, refusal) => {
  expect((await register(change)).refusal).toEqual(refusal)
})

test.each([
  [{ cart: ['x'] }, CRASH],
  [{ cart: [{ product_id: '1', variant: '', variation: [] }] }, CRASH],
  [{ distance: 'far' }, CRASH],
  [{ branch_id: null }, [403, 'The branch id field is required.']],
  [{ cart: [{ ...LINE, quantity: 'many' }] }, [403, 'One or more product stock is insufficient!']],
  [{ distance: null, order_note: null }, [200, 'Order placed successfully']],
])('an order with %j responds with %j', async (change, refusal) => {
  expect((await place(change)).refusal).toEqual(refusal)
})

test.each([
  [{ coupon_discount_amount: null }, "Column 'coupon_discount_amount' cannot be null"],
  [{ order_amount: 'much' }, "Incorrect decimal value: 'much' for column 'order_amount' at row 1"],
  [{ branch_id: 'first' }, "Incorrect integer value: 'first' for column 'branch_id' at row 1"],
])('an order with %j is refused with the message of the database', async (change, text) => {
  const { status, body } = await place(change)
  expect([status, body[0].errorInfo[2]]).toEqual([403, text])
})

test('a POST can stand for another method, in a field or a header', async () => {
  const path = '/api/v1/customer/address/delete'
  const missing = [404, 'No such data found!']
  expect((await send('POST', path, { _method: 'DELETE', address_id: 999 }, bearer())).refusal).toEqual(
    missing,
  )
  const header = { ...bearer(), 'X-HTTP-Method-Override': 'DELETE' }
  expect((await send('POST', path, { address_id: 999 }, header)).refusal).toEqual(missing)
  expect((await send('POST', path, {}, bearer())).status).toBe(405)
  expect((await send('POST', '/api/v1/auth/login', { _method: 'DELETE' })).refusal).toEqual([
    405,
    'The DELETE method is not supported for route api/v1/auth/login. Supported methods: POST.',
  ])
})

test('a POST that stands for a GET reads its body, and shares no cached response with the GET', async () => {
  const path = '/api/v1/products/latest'
  const post = async () => (await send('POST', path, { _method: 'GET', limit: 1 })).body.products
  expect(await post()).toHaveLength(1)
  expect((await get(path)).body.products).toHaveLength(10)
  expect(await post()).toHaveLength(1)
})

test('a client that prefers a page receives pages and redirects', async () => {
  const page = { Accept: 'text/html, application/json' }
  expect((await get('/api/v1/products/latest?limit=abc', page)).body).toContain('500 Server Error')
  expect((await get('/api/v1/customer/info', page)).status).toBe(302)
  const script = { Accept: '*/*', 'X-Requested-With': 'XMLHttpRequest' }
  expect((await get('/api/v1/customer/info', script)).refusal).toEqual([401, 'Unauthenticated.'])
})

test('a body of another type is read as empty', async () => {
  const { refusal } = await send('POST', '/api/v1/auth/login', '{"email":"a"}', {
    'Content-Type': 'text/plain',
  })
  expect(refusal).toEqual([403, 'The email field is required.'])
})

test('the allowed methods of a path are its preflight', async () => {
  const { status, headers, body } = await send('OPTIONS', '/api/v1/banners')
  expect([status, headers.get('allow'), body]).toEqual([200, 'GET,HEAD', ''])
})
