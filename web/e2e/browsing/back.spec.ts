import type { Page } from '@playwright/test'
import { expect, responseWith, shareEmulator, test } from '../emulator.ts'

const emulator = shareEmulator()
const { open } = emulator

const phone = { width: 360, height: 740 }
/** Waits for the scroll event, which browsers fire with the next frame. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

test('Back restores the page of the list and the scroll position', async ({ page }) => {
  await page.setViewportSize(phone)
  await open(page, '/shop')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  const card = page.getByRole('article').nth(10)
  await card.scrollIntoViewIfNeeded()
  await nextFrame(page)
  const scrollY = await page.evaluate(() => window.scrollY)
  await card.getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollY)
})

test('a page that is opened by URL starts at the top', async ({ page }) => {
  await page.setViewportSize(phone)
  await open(page, '/shop')
  await page.getByRole('article').nth(10).scrollIntoViewIfNeeded()
  await nextFrame(page)
  await open(page, '/')
  await expect(page.getByRole('link', { name: 'See more', exact: true }).first()).toBeVisible()
  await nextFrame(page)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test.describe('on a phone Back closes', () => {
  test.use({ viewport: phone, hasTouch: true })

  const overlays: [string, (page: Page) => Promise<unknown>, (page: Page) => ReturnType<Page['locator']>][] =
    [
      [
        'the cart',
        (page) => page.getByRole('button', { name: /^Cart,/ }).click(),
        (page) => page.getByRole('heading', { name: 'Cart Items' }),
      ],
      [
        'the wishlist',
        (page) => page.getByRole('button', { name: /^Wishlist,/ }).click(),
        (page) => page.getByRole('heading', { name: 'Wishlist Items' }),
      ],
      [
        'the menu',
        (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
        (page) => page.getByRole('dialog', { name: 'Menu' }),
      ],
      [
        'the suggestions',
        async (page) => {
          await page.getByRole('combobox').first().fill('')
          await page.getByRole('combobox').first().fill('atlas')
        },
        (page) => page.getByRole('listbox', { name: 'Suggestions' }),
      ],
    ]
  test('the cart, the wishlist, the menu and the suggestions before it leaves the page', async ({ page }) => {
    for (const [name, show, shown] of overlays) {
      await open(page, '/about-us')
      await page.getByRole('link', { name: 'Refund Policy', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeFocused()
      await show(page)
      await expect(shown(page), name).toBeVisible()
      await page.goBack()
      await expect(shown(page), name).toBeHidden()
      await expect(page).toHaveURL(/refund-policy/)
      // If the overlay was closed otherwise, Back leaves the page.
      await show(page)
      await expect(shown(page), name).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(shown(page), name).toBeHidden()
      await page.goBack()
      await expect(page).toHaveURL(/about-us/)
    }
  })

  test('nothing after returning from a page that was opened from the cart', { tag: '@thorough' }, async ({
    page,
  }) => {
    await open(page, '/about-us')
    await page.getByRole('button', { name: /^Cart,/ }).click()
    await page.getByRole('button', { name: 'Continue Shopping', exact: true }).click()
    await expect(page).toHaveURL(/\/shop/)
    await page.goBack()
    await expect(page).toHaveURL(/about-us/)
    await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(/\/shop/)
  })
})

test('Back closes the pre-order dialog and leaves the product', async ({ page }) => {
  const product = { id: 7, name: 'Rare Atlas', price: 9000, total_stock: 1, image: [] }
  await responseWith(page, emulator, { product }, '/products/details/7')
  await open(page, '/product-details/7')
  await page.getByRole('button', { name: /^Increase/ }).click()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Limited Stock Available' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/product-details/)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await dialog.getByRole('button', { name: 'Yes, proceed', exact: true }).click()
  await expect(page.getByText('Rare Atlas added to cart for pre-order!')).toBeVisible()
  await expect(page).toHaveURL(/special-order/)
  await page.goBack()
  await expect(page).toHaveURL(/product-details/)
})
