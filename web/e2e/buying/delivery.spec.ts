import type { Locator, Page } from '@playwright/test'
import { PHONE } from '../../driver/shopper-actions.ts'
import { store } from '../../src/config/store.ts'
import { checkLayoutAndAxe } from '../layout-and-axe.ts'
import { expect, test } from '../shopper.ts'

/** Returns the red, green and blue components of an element's border colour, 0 to 255. */
const borderOf = (element: Locator) =>
  element.evaluate((it) => (getComputedStyle(it).borderTopColor.match(/\d+/g) ?? []).map(Number))

/**
 * Asserts that the bar with a step's button is at the bottom of the screen, and below the end of the page.
 * @param height the maximum, in pixels
 */
async function expectBarAtBottom(page: Page, button: string, height: number) {
  const bar = page.locator('.pay-bar')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(bar.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
  const top = await bar.boundingBox()
  expect(top?.height).toBeLessThanOrEqual(height)
  const last = page.getByRole('contentinfo').getByRole('switch', { name: 'Data saver' })
  await last.focus()
  const end = await last.boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
}

test('the selected address has the red border and a tick, and a tap selects a different one', async ({
  page,
}) => {
  const cards = page.locator('.address-card')
  await expect(cards).toHaveCount(2)
  const [chosen, other] = [cards.filter({ hasText: 'Selected' }), cards.filter({ hasNotText: 'Selected' })]
  const [red = 0, green = 255, blue = 255] = await borderOf(chosen)
  expect(red).toBeGreaterThan(150)
  expect(Math.max(green, blue)).toBeLessThan(90)
  expect(await borderOf(other)).not.toEqual([red, green, blue])
  const name = await other.getByRole('radio').getAttribute('aria-label')
  await other.click()
  await expect(page.getByRole('radio', { name: name ?? '' })).toBeChecked()
  expect(await borderOf(chosen)).toEqual([red, green, blue])
})

test('a map that changes its size has tiles up to each edge', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const map = page.locator('.leaflet-container')
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible()
  const uncovered = () =>
    map.evaluate((frame) => {
      const tiles = [...frame.querySelectorAll('.leaflet-tile-loaded')].map((tile) =>
        tile.getBoundingClientRect(),
      )
      const { right, bottom } = frame.getBoundingClientRect()
      return [
        right - Math.max(...tiles.map((tile) => tile.right)),
        bottom - Math.max(...tiles.map((tile) => tile.bottom)),
      ].some((gap) => gap > 0)
    })
  await page.getByRole('button', { name: 'Add another address' }).click()
  await expect.poll(uncovered).toBe(false)
  await page.setViewportSize({ width: 1279, height: 800 })
  await map.evaluate((frame) => frame.style.setProperty('width', '64rem'))
  await expect.poll(uncovered).toBe(false)
})

test('a tap on the map, below the search, moves the pin and clears the search text', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Add another address' }).click()
  const search = page.getByRole('combobox', { name: 'Search for your address' })
  await search.fill('Some old words')
  const [above, below] = [search, page.locator('.leaflet-container')]
  expect((await above.boundingBox())?.y).toBeLessThan((await below.boundingBox())?.y ?? 0)
  await page.locator('.leaflet-container').click({ position: { x: 120, y: 150 } })
  await expect(search).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Your delivery point' })).toBeVisible()
  await search.fill('Green gate, opposite the school')
  await page.getByRole('button', { name: 'Save searched address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Address Details' })
  await expect(dialog.getByLabel('Latitude')).not.toHaveValue('')
  await expect(
    dialog.getByText(new RegExp(`^Distance to ${store.location}: \\d+\\.\\d\\d km$`)),
  ).toBeVisible()
})

test("shows the shop's marker before an address is selected, on phones too", { tag: '@thorough' }, async ({
  page,
  shopper,
}) => {
  await page.evaluate(() => localStorage.removeItem('authToken'))
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await shopper.open('/pre-check')
    const marker = page.getByRole('img', { name: `${store.name}, ${store.location}` })
    await expect(async () => {
      const map = await page.locator('.leaflet-container').boundingBox()
      const box = await marker.boundingBox()
      if (!map || !box) throw new Error('The map or its marker is missing.')
      expect(box.y).toBeGreaterThan(map.y)
      expect(box.y + box.height).toBeLessThan(map.y + map.height)
    }).toPass()
  }
})

test.describe('without an address', () => {
  test.beforeEach(async ({ page }) => {
    const bins = page.getByRole('button', { name: /^Delete / })
    for (const left of [1, 0]) {
      await bins.first().click()
      await expect(bins).toHaveCount(left)
    }
  })

  test('the map shows Kampala, and the keyboard places the pin in its centre', async ({ page }) => {
    await page.reload()
    await page.getByRole('button', { name: 'Place the pin at the centre' }).press('Enter')
    await page.getByRole('combobox', { name: 'Search for your address' }).fill('The middle')
    await page.getByRole('button', { name: 'Save searched address' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Address Details' })
    for (const [label, degrees] of [
      ['Latitude', 0.3476],
      ['Longitude', 32.5825],
    ] as const) {
      expect(Number(await dialog.getByLabel(label).inputValue())).toBeCloseTo(degrees, 3)
    }
    await expect(page.locator('.leaflet-tile').first()).toHaveAttribute('src', /\/13\//)
    await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(page.getByText('Address saved successfully!')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Home: The middle' })).toBeChecked()
  })

  test("the device's position can be used", { tag: '@thorough' }, async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 0.354, longitude: 32.612 })
    await page.getByRole('button', { name: 'Use my location' }).click()
    await expect(page.getByRole('img', { name: 'Your delivery point' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Search for your address' }).fill('Where I am')
    await page.getByRole('button', { name: 'Save searched address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Address Details' })
    await expect(dialog.getByLabel('Latitude')).toHaveValue('0.354000')
    await checkLayoutAndAxe(page)
  })
})

test.describe('without its map', () => {
  test.use({ provoked: /delivery-map/ })

  test('the delivery step shows a message and can be completed', async ({ shopper, page }) => {
    let requests = 0
    await page.route(/delivery-map.*\.js/, (route) => {
      requests++
      return route.abort()
    })
    await page.reload()
    await expect(page.getByText(/^The map didn't load/)).toBeVisible()
    // The map's code is requested again while the next page's style sheet is loading. The retry must not replace the
    // `<link>` element of that page.
    await page.route(/checkout-page.*\.css/, async (route) => {
      const earlier = requests
      await expect.poll(() => requests).toBeGreaterThan(earlier)
      await route.continue()
    })
    await shopper.goToCheckout()
  })
})

test.describe('while its code loads', () => {
  test.use({ waitsForApp: false })

  test('the delivery step has its heading, and outlines of its sheets instead of a spinner', async ({
    page,
  }) => {
    await page.route(/pre-check-page.*\.js/, () => {})
    await page.reload({ waitUntil: 'commit' })
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
    expect((await main.locator('.skeleton').boundingBox())?.height).toBeGreaterThan(400)
    await expect(main.locator('.spinner')).toHaveCount(0)
  })
})

test('on a phone, Save is in view above the bar once a place is chosen', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Add another address' }).click()
  await page.getByRole('combobox', { name: 'Search for your address' }).fill('ntinda')
  await page.getByRole('option').first().click()
  const save = page.getByRole('button', { name: 'Save searched address' })
  await expect
    .poll(async () => {
      const [button, bar] = [await save.boundingBox(), await page.locator('.pay-bar').boundingBox()]
      return (bar?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
    })
    .toBeGreaterThanOrEqual(0)
})

test('the map shows that it is loading', { tag: '@thorough' }, async ({ page }) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/delivery-map.*\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.reload()
  await expect(page.locator('.map-frame').getByText('Loading...')).toBeVisible()
  arrive()
  await expect(page.locator('.leaflet-container')).toBeVisible()
})

test.describe('without the host of the map', () => {
  test.use({ provoked: /net::ERR_FAILED/ })

  test('immediately says that the map or the search for places failed, and loads the map again', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await page.route(/\/maps\//, (route) => route.abort())
    await page.reload()
    const map = page.locator('.map-frame')
    await expect(map.getByText(/^The map didn't load\./)).toBeVisible()
    await page.getByRole('button', { name: 'Add another address' }).click()
    await page.getByRole('combobox', { name: 'Search for your address' }).fill('Kololo')
    const searchFailure = page.getByText(/^We couldn't search for places\./)
    await expect(searchFailure).toBeVisible()
    expect((await searchFailure.boundingBox())?.height).toBeGreaterThan(16)
    await page.unroute(/\/maps\//)
    await map.getByRole('button', { name: 'Try again' }).click()
    await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible()
    await expect(map.getByText(/^The map didn't load\./)).toBeHidden()
  })
})

test('delivery and checkout fit into 320 px, without axe violations', { tag: '@thorough' }, async ({
  shopper,
  page,
}) => {
  await checkLayoutAndAxe(page)
  // Its label may have two lines, so that nothing moves when the price arrives.
  await expectBarAtBottom(page, 'Proceed to Payment', 88)
  await shopper.goToCheckout()
  await checkLayoutAndAxe(page)
  await expectBarAtBottom(page, 'Place Order', 64)
  // Known billing details are lines.
  const email = await page.getByRole('main').getByLabel('Email').boundingBox()
  expect(email?.height).toBeLessThanOrEqual(32)
  await page.evaluate(() => history.replaceState({ usr: null, key: 'none', idx: 0 }, ''))
  await page.reload()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('main').getByText('Please select a delivery address.')).toBeVisible()
  await checkLayoutAndAxe(page)
})
