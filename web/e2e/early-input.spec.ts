import type { Page } from '@playwright/test'
import { expect, shareEmulator, test } from './emulator.ts'
import { holdScripts, SCRIPTS } from './hold-scripts.ts'
import { appDrawn } from './shopper-actions.ts'

// Taps and typing before the app's script has loaded and while the app mounts.
test.use({ waitsForApp: false })
const emulator = shareEmulator()
const WITH_OPTIONS = '/product-details/540'
const WITHOUT_OPTIONS = '/product-details/268'

/** Opens a page on a phone and holds its scripts. @returns a function that releases them */
async function openHeld(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin + path, { waitUntil: 'commit' })
  return release
}

/** The cart in browser storage: product ids, quantities and chosen options. */
const cart = (page: Page) =>
  page.evaluate(() =>
    (
      JSON.parse(localStorage.getItem('cart') ?? '[]') as { id: number; quantity: number; chosen?: unknown }[]
    ).map(({ id, quantity, chosen }) => ({ id, quantity, ...(chosen ? { chosen } : {}) })),
  )

test('repeats taps and typing from before the script', async ({ page }) => {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: /Search for/ }).fill('atl')
  await page.getByRole('button', { name: /^Cart/ }).click()
  release()
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: /Search for/ })).toHaveValue('atl')
})

test('returns the focus to a button that was tapped before the script', async ({ page }) => {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  release()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeFocused()
})

test('keeps text typed while the app mounts', async ({ page }) => {
  const release = await holdScripts(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${emulator.origin}/about-us`, { waitUntil: 'commit' })
  await page.getByRole('combobox').first().focus()
  const text = 'mathematics for primary four, pupils book'
  release()
  await page.keyboard.type(text, { delay: 60 })
  await appDrawn(page)
  // A key pressed while React replaces the field may be lost.
  const missing = async () => text.length - (await page.getByRole('combobox').first().inputValue()).length
  await expect.poll(missing).toBeLessThan(2)
})

test('repeats a tap exactly once if the app mounts during it', async ({ page }) => {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Cart/ }).hover()
  await page.mouse.down()
  release()
  await appDrawn(page)
  await page.mouse.up()
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeVisible()
  // A second click would close the menu.
  await page.waitForTimeout(500)
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeVisible()
  await page.getByRole('button', { name: 'Close Cart Items' }).click()
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeHidden()
})

test('handles a tap once during mounting', async ({ page }) => {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  // As soon as the app's button exists, before any effect has run.
  await page.addInitScript(() => {
    const tap = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('#root button[aria-label^="Cart"]')
      if (!button || !Object.keys(button).some((key) => key.startsWith('__react'))) return
      tap.disconnect()
      button.click()
    })
    tap.observe(document, { childList: true, subtree: true })
  })
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  release()
  await appDrawn(page)
  await page.waitForTimeout(500)
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeVisible()
})

test('loses no tap directly after the page has loaded', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('adds a product with the option that was selected before the script loaded', async ({ page }) => {
  const release = await openHeld(page, WITH_OPTIONS)
  await page.getByText('Blue', { exact: true }).click()
  const pink = page.getByText('Pink', { exact: true })
  await expect(pink).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await pink.click()
  await expect(pink).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  release()
  await expect
    .poll(() => cart(page))
    .toEqual([{ id: 540, quantity: 1, chosen: [{ text: 'Colour: Pink', quantity: 1 }] }])
})

test('shows "Adding…" at the first of three taps on Add to Cart, and adds one copy', async ({ page }) => {
  const release = await openHeld(page, WITHOUT_OPTIONS)
  const add = page.getByRole('button', { name: 'Add to Cart' })
  const adding = page.getByRole('button', { name: 'Adding…' })
  await add.click()
  await expect(adding).toHaveAttribute('aria-busy', 'true')
  await adding.click()
  await adding.click()
  release()
  await expect(add).toBeVisible()
  await expect.poll(() => cart(page)).toEqual([{ id: 268, quantity: 1 }])
  await expect(add).not.toHaveAttribute('aria-busy')
})

test('counts each tap on the quantity before the script', async ({ page }) => {
  const release = await openHeld(page, WITHOUT_OPTIONS)
  const more = page.getByRole('button', { name: /^Increase quantity/ })
  await more.click()
  await more.click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  release()
  await expect.poll(() => cart(page)).toEqual([{ id: 268, quantity: 3 }])
})

test('adds to the wishlist, and does not open it, after a tap on Wishlist before the script', async ({
  page,
}) => {
  const release = await openHeld(page, WITHOUT_OPTIONS)
  await page.getByRole('button', { name: 'Wishlist', exact: true }).click()
  release()
  await expect(page.getByRole('alert')).toContainText('Failed to add. Log in to keep a wishlist.')
  await expect(page.getByRole('region', { name: 'Wishlist Items' })).toBeHidden()
})

test('keeps the whole contact form that was filled in before the script', async ({ page }) => {
  const release = await openHeld(page, '/contact-us')
  const typed = { Name: 'Akello', Email: 'akello@shopper.test', Phone: '0700', Message: 'Two lines\nof text' }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  release()
  await appDrawn(page)
  for (const [label, text] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
})

test('keeps an e-mail address in the newsletter field, next to a contact form', async ({ page }) => {
  const release = await openHeld(page, '/contact-us')
  await page.getByLabel('Your email').fill('akello@shopper.test')
  release()
  await appDrawn(page)
  await expect(page.getByLabel('Your email')).toHaveValue('akello@shopper.test')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('')
})

test('subscribes to the newsletter once after two taps before the script', async ({ page }) => {
  const requests: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/newsletter/subscribe')) requests.push(request.postDataJSON())
  })
  const release = await openHeld(page, '/about-us')
  await page.getByLabel('Your email').fill('akello@shopper.test')
  const button = page.getByRole('button', { name: 'Get our daily newsletter' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await button.click()
  release()
  await expect(page.getByText('Successfully subscribed')).toBeVisible()
  expect(requests).toEqual([{ email: 'akello@shopper.test' }])
})

test('shows the banner whose dot was tapped before the script, and then the menu', async ({ page }) => {
  const release = await openHeld(page, '/')
  const dots = page.locator('.dot')
  await expect(dots).toHaveCount(8)
  for (const [at, dot] of (await dots.all()).entries())
    await expect(dot).toHaveAccessibleName(`Banner ${at + 1} of 8`)
  await dots.nth(2).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
})

test('opens the page of a banner whose button was tapped before the script', async ({ page }) => {
  const release = await openHeld(page, '/')
  await page.getByRole('button', { name: 'View More' }).click()
  release()
  await expect(page).toHaveURL(/\/categories\?categoryId=30$/)
})

for (const [what, leave] of [
  ['a link', (page: Page) => page.getByRole('link', { name: 'Kitabo, home' }).click()],
  [
    'a search',
    async (page: Page) => {
      await page.getByRole('combobox').fill('atlas')
      await page.getByRole('combobox').press('Enter')
    },
  ],
] as const) {
  test(`adds to the cart before it follows ${what}, both before the script`, async ({ page }) => {
    const release = await openHeld(page, WITHOUT_OPTIONS)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await leave(page)
    release()
    await expect(page).not.toHaveURL(/product-details/)
    await expect.poll(() => cart(page)).toEqual([{ id: 268, quantity: 1 }])
  })
}

test('after adding to the cart, follows a category link whose URL the app changes', async ({ page }) => {
  const release = await openHeld(page, '/categories/3')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('list', { name: 'Subcategories' }).getByRole('link').first().click()
  release()
  await expect(page).toHaveURL(/\/categories(\/|\?categoryId=)(?!3$)\d+$/)
  await expect.poll(async () => (await cart(page)).length).toBe(1)
})

test('keeps text that the browser restores without an event', async ({ page }) => {
  const release = await openHeld(page, '/contact-us')
  const message = page.getByLabel('Message', { exact: true })
  await message.evaluate((field: HTMLTextAreaElement) => {
    field.value = 'Typed before a reload'
  })
  release()
  await appDrawn(page)
  await expect(message).toHaveValue('Typed before a reload')
})

test.describe('with a script that cannot be loaded', () => {
  test.use({ provoked: /Failed to load resource|net::ERR_FAILED/ })

  test('follows a link that was waiting for the script', async ({ page }) => {
    let fail = () => {}
    const failed = new Promise<void>((done) => {
      fail = done
    })
    await page.route(SCRIPTS, async (route) => {
      await failed
      await route.abort()
    })
    await page.goto(emulator.origin + WITHOUT_OPTIONS, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    const home = page.getByRole('link', { name: 'Kitabo, home' })
    await home.click()
    await expect(home).toHaveAttribute('aria-busy', 'true')
    fail()
    await expect(page).toHaveURL(`${emulator.origin}/`)
  })
})
