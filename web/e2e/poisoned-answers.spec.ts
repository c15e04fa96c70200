import type { Page } from '@playwright/test'
import { api } from 'contracts/api'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { nonEmpty } from 'contracts/non-empty'
import { screens } from '../src/app/screens.ts'
import { expect, type RunningEmulator, startEmulator, test } from './emulator.ts'
import { POISONS, type Where } from './poison.ts'
import { PoisonedShop, type RealAnswers } from './poisoned-shop.ts'

let emulator: RunningEmulator
const real: RealAnswers = new Map()

test.beforeAll(async () => {
  emulator = await startEmulator()
})
test.afterAll(() => emulator.stop())

/** Every poison in what screens show, and two in the fields as well that decide whether an entry is shown at all. */
const LOADS: readonly [poison: string, where: Where][] = [
  ...nonEmpty(Object.keys(POISONS)).map((poison): [string, Where] => [poison, 'what is shown']),
  ['null', 'every field'],
  ['another type', 'every field'],
]

const SHOWN = [
  ...screens.map(({ path, example }) => example ?? path),
  '/my-account?tab=orders',
  '/shop?categoryId=3',
  '/categories?categoryId=3',
]
/** Screens that are painted before the app is there: each is a visit of its own. The others are gone to. */
const PAINTED = new Set(
  screens.filter(({ content }) => content === 'catalogue').map(({ path, example }) => example ?? path),
)

/** Every screen, and what opens over them. @returns what is wrong, one sentence each */
async function walk(shop: PoisonedShop): Promise<string[]> {
  const wrong: string[] = []
  for (const path of SHOWN) wrong.push(...(await (PAINTED.has(path) ? shop.visit(path) : shop.goTo(path))))
  wrong.push(...(await shop.goTo('/my-account?tab=orders')))
  for (const [what, action] of OVERLAYS) wrong.push(...(await shop.act(what, action)))
  return wrong
}

const OVERLAYS: readonly [what: string, action: (page: Page) => Promise<unknown>][] = [
  [
    'the invoice',
    async (page) => {
      const invoice = page.getByRole('button', { name: /^Invoice of order/ }).first()
      // A poison may leave no order to show.
      if (await invoice.isVisible()) await invoice.click()
    },
  ],
  [
    'the suggestions',
    async (page) => {
      await page.keyboard.press('Escape')
      const answered = page.waitForResponse(/products\/search/)
      await page.getByRole('combobox', { name: /search for books/i }).fill('a')
      await answered
    },
  ],
  [
    'the wishlist',
    async (page) => {
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Wishlist, / })
        .first()
        .click()
      await expect(page.getByRole('region', { name: 'Wishlist Items' })).toBeVisible()
    },
  ],
  [
    'the menu',
    async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
]

test('the walk asks every endpoint that can be read, and finds nothing wrong where nothing is poisoned', async ({
  browser,
}) => {
  const shop = await PoisonedShop.open(browser, emulator.origin, null, real)
  expect(await walk(shop)).toEqual([])
  await shop.close()
  const asked = new Set([...real.values()].map(({ declared }) => endpointKey(declared)))
  const all = Object.values(api).flatMap((resource) => Object.values<Endpoint>(resource))
  const reads = all.filter(({ method }) => method === 'GET').map((declared) => endpointKey(declared))
  expect([...asked].sort()).toEqual(reads.sort())
})

for (const [poison, where] of LOADS) {
  test(`${poison} in ${where} does no harm on any screen`, async ({ browser }) => {
    const shop = await PoisonedShop.open(browser, emulator.origin, { poison, where }, real)
    const wrong = await walk(shop)
    await shop.close()
    expect(wrong).toEqual([])
  })
}
