import { expect, startEmulator, test } from './emulator.ts'
import { type Cell, howToSee, problemsOf } from './fault-cell.ts'

/** One cell of the matrix of pages, endpoints and faults per kind. */
const SAMPLE: readonly Cell[] = [
  { screen: 'home', path: '/', endpoint: '/banners', fault: 'truncated' },
  { screen: 'shop', path: '/shop', endpoint: '/products/latest', fault: 'null in a required field' },
  { screen: 'product', path: '/product-details/338', endpoint: '/products/details/*', fault: 'an HTML page' },
  { screen: 'wishlist', path: '/wishlist', endpoint: '/customer/wish-list', fault: 'reset' },
  { screen: 'pre-check', path: '/pre-check', endpoint: '/customer/address/list', fault: 'slow by 3 s' },
  { screen: 'checkout', path: '/checkout', endpoint: '/customer/info', fault: 'status 500' },
  {
    screen: 'account-orders',
    path: '/my-account?tab=orders',
    endpoint: '/customer/order/list',
    fault: 'status 500',
  },
]

test('pages keep their position, cart and navigation if an endpoint fails', async ({ browser }) => {
  const emulator = await startEmulator()
  try {
    const wrong = await Promise.all(
      SAMPLE.map(async (cell) => {
        const problems = await problemsOf(browser, emulator.origin, cell)
        return problems.length === 0 ? [] : [{ cell, problems, see: howToSee(emulator.origin, cell) }]
      }),
    )
    expect(wrong.flat()).toEqual([])
  } finally {
    await emulator.stop()
  }
})
