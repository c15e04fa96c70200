import type { Locator, Page } from '@playwright/test'
import { expect, shareEmulator, test, WITHOUT_DATA } from '../emulator.ts'

const emulator = shareEmulator(...WITHOUT_DATA)
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** The first group of the seeded sections: four cards, then two strips. */
const cards = [
  'New from Ugandan Writers',
  'Back to School: Primary Seven',
  'Book of the Month',
  'PLE Revision',
]
const STRIP = 'African Classics'

async function openHome(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 860 })
  await page.goto(emulator.origin)
  await expect(section(page, STRIP)).toBeVisible()
}

const boxesOf = (items: Locator) =>
  items.evaluateAll((elements) => elements.map((item) => item.getBoundingClientRect().toJSON()))

/** Returns the texts of the elements whose content is wider than the element. */
const tooWide = (elements: Element[]) =>
  elements.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)

async function boxes(page: Page, names: readonly string[]) {
  const boundingBoxes = await Promise.all(names.map((name) => section(page, name).boundingBox()))
  return boundingBoxes.map((box) => box ?? { x: -1, y: -1, width: -1, height: -1 })
}

test('shows banners, sections and footer in order, four cards in a row, and four images in two columns', async ({
  page,
}) => {
  await openHome(page, 1280)
  const [filmstrip] = await boxes(page, [STRIP])
  const row = await boxes(page, cards)
  const [first, last] = [row[0], row[3]]
  const banners = await section(page, 'Offers').boundingBox()
  const footer = await page.getByRole('contentinfo').boundingBox()
  const order = [banners, first, filmstrip, footer].map((box) => box?.y ?? -1)
  expect(order).toEqual([...order].sort((a, b) => a - b))

  expect(new Set(row.map(({ y }) => y)).size).toBe(1)
  expect(new Set(row.map(({ x }) => x)).size).toBe(4)
  expect(filmstrip?.width).toBeCloseTo((last?.x ?? 0) + (last?.width ?? 0) - (first?.x ?? 0), 0)

  const images = section(page, 'New from Ugandan Writers').locator('img')
  await expect(images).toHaveCount(4)
  await section(page, 'New from Ugandan Writers').scrollIntoViewIfNeeded()
  // Images below the screen are displayed when they are near it.
  await expect(images.last()).toBeVisible()
  const [a, b, c, d] = await boxesOf(images)
  expect(a?.y).toEqual(b?.y)
  expect(b?.x).toEqual(d?.x)
  expect(c?.x).toEqual(a?.x)
  expect(d?.y).toEqual(c?.y)
  const single = await section(page, 'Book of the Month').locator('img').boundingBox()
  expect(single?.width).toBeGreaterThan((a?.width ?? 0) * 1.5)
})

test('has its cards in one, two or four columns, and scrolls a strip of items 16 rem wide', async ({
  page,
}) => {
  await openHome(page, 360)
  for (const [width, columns] of [
    [360, 1],
    [480, 1],
    [481, 2],
    [768, 2],
    [769, 4],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    expect(new Set((await boxes(page, cards)).map(({ x }) => x)).size, `${width} px`).toBe(columns)
    for (const name of cards)
      expect(await section(page, name).getByRole('listitem').evaluateAll(tooWide), `${width} px`).toEqual([])
  }
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 860 })
    const filmstrip = section(page, STRIP)
    const items = filmstrip.getByRole('listitem')
    for (const at of [0, 1]) expect((await items.nth(at).boundingBox())?.width).toBe(16 * 16)
    const list = filmstrip.getByRole('list')
    await list.evaluate((element) => element.scrollTo({ left: 300, behavior: 'instant' }))
    // Scrolling snaps to the edge of an item.
    expect(await list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test("shows the delivery's price, the categories and the first section on the first screen of a phone, and short cards for sections with few products", async ({
  page,
}) => {
  await openHome(page, 360)
  expect((await section(page, 'Offers').boundingBox())?.height).toBeLessThanOrEqual(330)
  for (const first of [
    page.getByText('Delivery UGX 1,500 per km').first(),
    page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link', { name: 'Books' }),
    page.getByRole('heading', { name: cards[0] ?? '' }),
  ]) {
    const box = await first.boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(680)
  }
  const pair = section(page, 'Two for the Boarding School')
  await pair.scrollIntoViewIfNeeded()
  const [left, right] = await boxesOf(pair.getByRole('listitem'))
  expect(left?.y).toBe(right?.y)
  const soon = section(page, 'Signed Copies')
  await expect(soon.getByText('Coming Soon')).toBeVisible()
  expect((await soon.boundingBox())?.height).toBeLessThanOrEqual(96)
})

test('places prices directly below names, and fills the space next to a short strip on wide screens', {
  tag: '@thorough',
}, async ({ page }) => {
  await openHome(page, 1280)
  // This product has no author.
  const item = section(page, STRIP).getByRole('listitem').filter({ hasText: 'So Long a Letter' })
  const [name, price] = await boxesOf(item.getByRole('heading').or(item.getByText(/^UGX/)))
  expect((price?.y ?? 999) - (name?.y ?? 0) - (name?.height ?? 0)).toBeLessThanOrEqual(8)
  const pair = section(page, 'A Pair for Term Three')
  await pair.scrollIntoViewIfNeeded()
  const rest = await pair
    .getByRole('paragraph')
    .filter({ hasText: 'Looking for something else?' })
    .boundingBox()
  const whole = await pair.boundingBox()
  expect(
    Math.abs((rest?.x ?? 0) + (rest?.width ?? 0) - (whole?.x ?? 0) - (whole?.width ?? 0)),
  ).toBeLessThanOrEqual(2)
  expect((await section(page, 'Signed Copies').boundingBox())?.y).toBe(
    (await section(page, 'Two for the Boarding School').boundingBox())?.y,
  )
})

test('fades from one banner to the next and shows one banner at a time', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.clock.install()
  await openHome(page, 1280)
  const banner = (at: number) => page.locator('[aria-roledescription=slide]').nth(at - 1)
  await expect(banner(1)).toBeVisible()
  await expect(banner(2)).toBeHidden()
  await page.clock.runFor(10_000)
  await expect(banner(2)).toBeVisible()
  await expect(banner(1)).toBeHidden()
  // Only the image fades, because overlapping headlines are unreadable.
  await expect(banner(2).locator('img')).toHaveCSS('animation-name', 'slide-in')
})

test('shows a readable "Loading..." on the skeleton until the sections have loaded', async ({ page }) => {
  let response = () => {}
  const requested = new Promise<void>((go) => {
    response = go
  })
  await page.route('**/api/v1/homepage/sections', async (route) => {
    await requested
    await route.continue()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  const words = page.getByRole('main').getByText('Loading...', { exact: true })
  await expect(words).toBeVisible()
  // Between two polls, the app may replace the prerendered page.
  await expect.poll(async () => (await words.boundingBox())?.height).toBeGreaterThanOrEqual(16)
  await expect.poll(async () => (await words.boundingBox())?.y).toBeLessThan(720)
  response()
  await expect(section(page, STRIP)).toBeVisible()
  await expect(words).toBeHidden()
})

test.describe('with a host that fails', () => {
  test.use({ provoked: /status of 500/ })
  test('shows what a first visitor must know only once if nothing but an error would separate the two', async ({
    page,
  }) => {
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.clock.install()
    await page.goto(emulator.origin)
    await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toBeVisible()
    const failure = page.getByRole('alert').filter({ hasText: 'Error: HTTP 500' })
    await expect(async () => {
      await page.clock.fastForward(8000)
      await expect(failure).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.getByRole('list', { name: 'Ordering from us' })).toHaveCount(1)
  })
})
