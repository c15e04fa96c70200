import type { Page } from '@playwright/test'
import { api } from 'contracts/api'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { nonEmpty } from 'contracts/non-empty'
import { expect, type RunningEmulator, startEmulator, test, WITHOUT_DATA } from './emulator.ts'
import { pages } from './pages.ts'
import { MIXTURES } from './poison.ts'
import { PoisonedShop, type RealResponses } from './poisoned-shop.ts'

let emulator: RunningEmulator
const real: RealResponses = new Map()

test.beforeAll(async () => {
  emulator = await startEmulator(...WITHOUT_DATA)
})
test.afterAll(() => emulator.stop())

const LOADS = nonEmpty(Object.keys(MIXTURES)).flatMap((mixture) => [
  { mixture, turn: 0 },
  { mixture, turn: 1 },
])

/** Pages that use responses only in the header. */
const ASKS_NOTHING = new Set([
  ...pages.filter(({ rendering }) => rendering === 'static').map(({ name }) => name),
  ...['account-from-checkout', 'forgot-password', 'verify', 'change-password', 'gift-card', 'api'],
])

const SHOWN = [
  ...pages.filter(({ name }) => !ASKS_NOTHING.has(name)).map(({ example }) => example),
  '/my-account?tab=orders',
  '/shop?categoryId=3',
  '/categories?categoryId=3',
]
/** Pages that the server renders with data; each is loaded separately. The others are opened by navigation. */
const RENDERED = new Set(pages.filter(({ rendering }) => rendering === 'data').map(({ example }) => example))

/** Opens every page and its overlays. @returns the problems found, one sentence each */
async function runScenario(shop: PoisonedShop): Promise<string[]> {
  const wrong: string[] = []
  for (const path of SHOWN) wrong.push(...(await (RENDERED.has(path) ? shop.visit(path) : shop.goTo(path))))
  for (const [what, path, action] of OVERLAYS) {
    await shop.goTo(path)
    wrong.push(...(await shop.act(what, action)))
    await shop.act('closing', async (page) => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }
  return wrong
}

const OVERLAYS: readonly [what: string, path: string, action: (page: Page) => Promise<unknown>][] = [
  [
    'the invoice',
    '/my-account?tab=orders',
    async (page) => {
      const invoice = page.getByRole('button', { name: /^Invoice for order/ }).first()
      // The poison may have removed every order.
      if (await invoice.isVisible()) await invoice.click()
    },
  ],
  [
    'the suggestions',
    '/about-us',
    async (page) => {
      const responded = page.waitForResponse(/products\/search/)
      await page.getByRole('combobox', { name: /search for books/i }).fill('a')
      await responded
    },
  ],
  [
    'the wishlist',
    '/about-us',
    async (page) => {
      await page
        .getByRole('button', { name: /^Wishlist, / })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: 'Wishlist Items' })).toBeVisible()
    },
  ],
  [
    'the menu',
    '/about-us',
    async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
]

test('the scenario finds no problem without poison', { tag: '@thorough' }, async ({ browser }) => {
  const shop = await PoisonedShop.open(browser, emulator.origin, null, real)
  expect(await runScenario(shop)).toEqual([])
  await shop.close()
})

for (const { mixture, turn } of LOADS) {
  const title = `hostile and wrong ${mixture} in every field cause no problem on any page, turn ${turn + 1}`
  // The values alone take as long as the texts, the structures and the scenario together.
  test(title, { tag: turn === 0 && mixture === 'structures' ? [] : '@thorough' }, async ({ browser }) => {
    const shop = await PoisonedShop.open(browser, emulator.origin, { mixture, turn }, real)
    const wrong = await runScenario(shop)
    await shop.close()
    expect(wrong).toEqual([])
    const requested = new Set([...real.values()].map(({ declared }) => endpointKey(declared)))
    const endpoints = Object.values(api).flatMap((resource) => Object.values<Endpoint>(resource))
    const reads = endpoints.filter(({ method }) => method === 'GET').map((declared) => endpointKey(declared))
    expect([...requested].sort()).toEqual(reads.sort())
  })
}
