import { drop, type Json, json, type Mutation, text } from './mutation.ts'

/** Returns the cart in the body of an order. */
const cartOf = (body: string): Json[] => ((JSON.parse(body || '{}') as Json).cart as Json[] | undefined) ?? []
const OK_ORDER = Buffer.from('{"message":"Order placed successfully","order_id":999999}')
const DONE = Buffer.from('{"message":"done"}')

/** Drift that only the lifecycle of an account reveals. */
export const STAGING: readonly Mutation[] = [
  {
    title: 'a registration without a token',
    at: 'POST /auth/registration',
    endpoint: 'auth.registration',
    expect: [['breaking', '$.token']],
    mutate: (response, request, handle) =>
      JSON.parse(request.body || '{}').email?.includes('-other')
        ? undefined
        : response.status === 200
          ? drop('$.token')(response, request, handle)
          : undefined,
  },
  {
    title: 'an e-mail address that can be registered twice',
    at: 'POST /auth/registration',
    endpoint: 'auth.registration',
    expect: [['behaviour', '$status']],
    mutate: (response, { body }) =>
      response.status === 403 && body.includes('contract-test')
        ? { ...response, status: 200, body: Buffer.from('{"token":"a.b.c"}') }
        : undefined,
  },
  {
    title: 'a wrong password that logs in',
    at: 'POST /auth/login',
    endpoint: 'auth.login',
    expect: [['behaviour', '$status']],
    mutate: (response) =>
      response.status === 401
        ? { ...response, status: 200, body: Buffer.from('{"token":"x","status":true}') }
        : undefined,
  },
  {
    title: 'a code sent without a message',
    at: 'POST /auth/forgot-password',
    endpoint: 'auth.forgotPassword',
    expect: [['breaking', '$.message']],
    mutate: drop('$.message'),
  },
  {
    title: 'a code for an unknown customer',
    at: 'POST /auth/forgot-password',
    endpoint: 'auth.forgotPassword',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 404 ? { ...response, status: 200, body: DONE } : undefined),
  },
  {
    title: 'a second code without waiting',
    at: 'POST /auth/forgot-password',
    endpoint: 'auth.forgotPassword',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 403 ? { ...response, status: 200, body: DONE } : undefined),
  },
  {
    title: 'a wrong code that is accepted',
    at: 'POST /auth/verify-token',
    endpoint: 'auth.verifyToken',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 401 ? { ...response, status: 200, body: DONE } : undefined),
  },
  {
    title: 'a valid code that is rejected',
    at: 'POST /auth/verify-token',
    endpoint: 'auth.verifyToken',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 200 ? { ...response, status: 404 } : undefined),
  },
  {
    title: 'a new password that is accepted with a wrong code',
    at: 'PUT /auth/reset-password',
    endpoint: 'auth.resetPassword',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 401 ? { ...response, status: 200, body: DONE } : undefined),
  },
  {
    title: 'an old password that still logs in',
    at: 'POST /auth/login',
    endpoint: 'auth.login',
    expect: [['behaviour', '$status']],
    mutate: (response, { body }) =>
      response.status === 401 && body.includes('-first')
        ? { ...response, status: 200, body: Buffer.from('{"token":"x","status":true}') }
        : undefined,
  },
  {
    title: 'a wish list product that is not saved',
    at: 'GET /customer/wish-list',
    endpoint: 'wishlist.list',
    expect: [['behaviour', '$.products']],
    mutate: json((body: Json) => {
      Object.assign(body, { products: [], total_size: 0 })
    }),
  },
  {
    title: 'an address that is not saved',
    at: 'GET /customer/address/list',
    endpoint: 'addresses.list',
    expect: [['behaviour', '$']],
    mutate: json((body: Json[]) => body.filter((each) => String(each.address).includes('-other'))),
  },
  {
    title: 'a success status for removing an address that belongs to a different account',
    at: 'DELETE /customer/address/delete',
    endpoint: 'addresses.delete',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 404 ? { ...response, status: 200, body: DONE } : undefined),
  },
  {
    title: 'an accepted order with an empty cart',
    at: 'POST /customer/order/place',
    endpoint: 'orders.place',
    expect: [['behaviour', '$status']],
    mutate: (response, { body }) =>
      body.includes('cart') && cartOf(body).length === 0
        ? { ...response, status: 200, body: OK_ORDER }
        : undefined,
  },
  {
    title: 'an accepted order with a quantity that exceeds the stock',
    at: 'POST /customer/order/place',
    endpoint: 'orders.place',
    expect: [['behaviour', '$status']],
    mutate: (response, { body }) =>
      cartOf(body).some((each) => each.quantity === 1_000_000)
        ? { ...response, status: 200, body: OK_ORDER }
        : undefined,
  },
  {
    title: 'an order id as a string',
    at: 'POST /customer/order/place',
    endpoint: 'orders.place',
    expect: [['breaking', '$.order_id']],
    mutate: json((body: Json) => {
      body.order_id = `#${body.order_id}`
    }),
  },
  {
    title: 'an order that is not listed',
    at: 'GET /customer/order/list',
    endpoint: 'orders.list',
    expect: [['behaviour', '$']],
    mutate: json((body: Json[]) => body.filter((each) => each.delivery_address === null)),
  },
  {
    title: 'orders of a different product',
    at: 'GET /customer/order/list',
    endpoint: 'orders.list',
    expect: [['behaviour', '$[].details']],
    mutate: json((body: Json[]) => {
      for (const each of body) for (const line of each.details as Json[]) line.product_id = 1_000_000
    }),
  },
  {
    title: 'the address of a different account in an order',
    at: 'GET /customer/order/list',
    endpoint: 'orders.list',
    expect: [['behaviour', '$[].delivery_address']],
    mutate: json((body: Json[]) => {
      const own = body.find((each) => each.delivery_address !== null)?.delivery_address
      for (const each of body) each.delivery_address ??= own ?? null
    }),
  },
  {
    title: 'a special order with a quantity as a string',
    at: 'POST /special-order/store',
    endpoint: 'specialOrders.store',
    expect: [['breaking', '$.data.quantity']],
    mutate: json((body: Json) => {
      const data = body.data as Json
      data.quantity = String(data.quantity)
    }),
  },
  {
    title: 'an HTML page in response to a subscription',
    at: 'POST /newsletter/subscribe',
    endpoint: 'newsletter.subscribe',
    expect: [['breaking', '$']],
    mutate: (response, request, handle) =>
      response.status === 200
        ? text('<!doctype html>', 'application/json')(response, request, handle)
        : undefined,
  },
  {
    title: 'an e-mail address that can be subscribed twice',
    at: 'POST /newsletter/subscribe',
    endpoint: 'newsletter.subscribe',
    expect: [['behaviour', '$status']],
    mutate: (response, { body }) =>
      response.status === 400 && body.includes('contract-test')
        ? { ...response, status: 200, body: DONE }
        : undefined,
  },
]
