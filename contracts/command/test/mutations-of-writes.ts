import { asText, drop, json, type Mutation, onlyWithoutToken, rename } from './mutation.ts'

/** Changed responses to the login and to writes. */
export const WRITES: readonly Mutation[] = [
  {
    title: 'a renamed token',
    at: 'POST /auth/login',
    endpoint: 'auth.login',
    run: 'login',
    expect: [
      ['breaking', '$.token'],
      ['additive', '$.access_token'],
    ],
    mutate: rename('$.token', 'access_token'),
  },
  {
    title: 'an address without its id',
    at: 'POST /customer/address/add',
    endpoint: 'addresses.add',
    run: 'write',
    expect: [['breaking', '$.id']],
    mutate: drop('$.id'),
  },
  {
    title: 'an added product without a message',
    at: 'POST /customer/wish-list/add',
    endpoint: 'wishlist.add',
    run: 'write',
    expect: [['breaking', '$.message']],
    mutate: json(() => ({})),
  },
  {
    title: 'a removal with a different status',
    at: 'DELETE /customer/wish-list/remove',
    endpoint: 'wishlist.remove',
    run: 'write',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 200 ? { ...response, status: 202 } : undefined),
  },
  {
    title: 'validation errors as a map',
    at: 'DELETE /customer/address/delete',
    endpoint: 'addresses.delete',
    run: 'write',
    expect: [['breaking', '$.errors']],
    mutate: (response) =>
      response.status === 403
        ? { ...response, body: Buffer.from('{"errors":{"address_id":["is required"]}}') }
        : undefined,
  },
  {
    title: 'validation errors with a different status',
    at: 'POST /newsletter/subscribe',
    endpoint: 'newsletter.subscribe',
    run: 'write',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 403 ? { ...response, status: 422 } : undefined),
  },
  {
    title: 'a validation error instead of 401 for orders without a token',
    at: 'POST /customer/order/place',
    endpoint: 'orders.place',
    run: 'write',
    expect: [['behaviour', '$status']],
    mutate: onlyWithoutToken((_, __, handle) => handle({ authorization: 'Bearer TOKEN' })),
  },
  {
    title: 'a missing order id',
    at: 'POST /customer/order/place',
    endpoint: 'orders.place',
    run: 'everything',
    expect: [['breaking', '$.order_id']],
    mutate: drop('$.order_id'),
  },
  {
    title: 'a registration without a token',
    at: 'POST /auth/registration',
    endpoint: 'auth.registration',
    run: 'everything',
    expect: [['breaking', '$.token']],
    mutate: drop('$.token'),
  },
  {
    title: 'a code sent without a message',
    at: 'POST /auth/forgot-password',
    endpoint: 'auth.forgotPassword',
    run: 'everything',
    expect: [['breaking', '$.message']],
    mutate: drop('$.message'),
  },
  {
    title: '404 for a wrong code',
    at: 'POST /auth/verify-token',
    endpoint: 'auth.verifyToken',
    run: 'everything',
    expect: [['behaviour', '$status']],
    mutate: (response) => (response.status === 401 ? { ...response, status: 404 } : undefined),
  },
  {
    title: 'a rejected password with a different error body',
    at: 'PUT /auth/reset-password',
    endpoint: 'auth.resetPassword',
    run: 'everything',
    expect: [['breaking', '$.errors[].code']],
    mutate: (response) =>
      response.status === 401
        ? { ...response, body: Buffer.from('{"errors":[{"message":"no"}]}') }
        : undefined,
  },
  {
    title: 'a special order with a quantity as a string',
    at: 'POST /special-order/store',
    endpoint: 'specialOrders.store',
    run: 'everything',
    expect: [['breaking', '$.data.quantity']],
    mutate: asText('$.data.quantity'),
  },
]
