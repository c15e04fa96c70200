import { arrive, buyWithPickup, send } from '../../driver/shopper-actions.ts'
import { expect, test } from '../emulator.ts'

/** The extensions that the provider's original software lacks, one at a time and all together. */
const LACKING = {
  pickupWithoutAddress: ['pickupWithoutAddress'],
  'all extensions': 'all',
  sections: ['sections'],
  categoryLevels: ['categoryLevels'],
  largeTotals: ['largeTotals'],
  loginWithoutType: ['loginWithoutType'],
  productImagePlace: ['productImagePlace'],
} as const

/** Tags all but the first two hosts, which cover the rest, so that only they run each time. */
const tagOf = (name: string) =>
  ['pickupWithoutAddress', 'all extensions'].includes(name) ? {} : { tag: '@thorough' }

// The shop recovers from refusals, which browsers report on the console.
test.use({ provoked: /status of (401|403|404)/ })

for (const [name, extensions] of Object.entries(LACKING)) {
  test(
    `a whole purchase succeeds on a host without ${name}`,
    tagOf(name),
    async ({ sharedEmulator, context, page }) => {
      const { origin } = await sharedEmulator()
      const world = `without-${name.replace(' ', '-')}`
      const control = (method: string, path: string, body?: unknown) =>
        send(origin, method, `/__emulator${path}`, { body, world })
      await arrive(context, origin, { world, isCustomer: false })
      const allExtensions = Object.keys(await control('GET', '/extensions'))
      const removed = extensions === 'all' ? allExtensions : extensions
      await control('POST', '/extensions', Object.fromEntries(removed.map((extension) => [extension, false])))
      const before = (await control('GET', '/orders')).orders.length

      await page.goto(`${origin}/`)
      await buyWithPickup(page, 40, { origin, chat: 'off' })
      const { orders } = await control('GET', '/orders')
      expect(orders).toHaveLength(before + 1)
      const { entries } = await control('GET', '/journal?path=/order/place')
      const statuses = entries.map(({ status }: { status: number }) => status)
      expect(statuses).toEqual(removed.includes('pickupWithoutAddress' as never) ? [200, 403] : [200])
    },
  )
}
