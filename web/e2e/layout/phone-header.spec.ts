import { arrive, CART_OF_TWO } from '../../driver/shopper-actions.ts'
import { store } from '../../src/config/store.ts'
import { expect, shareEmulator, test, WITHOUT_DATA } from '../emulator.ts'
import { expectWithin320Px } from '../layout-and-axe.ts'

const emulator = shareEmulator(...WITHOUT_DATA)
test.use({ viewport: { width: 360, height: 740 } })

test('on a phone the header is at most 112 px high, and its 48 px with the search remain visible while scrolling', async ({
  page,
}) => {
  await page.goto(`${emulator.origin}/shop`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const header = page.getByRole('banner')
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(112)
  await page.mouse.move(180, 400)
  await page.mouse.wheel(0, 900)
  await expect
    .poll(async () => {
      const box = await header.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    })
    .toBeCloseTo(48, 0)
  await expect(page.getByRole('combobox', { name: /search for books/i })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: /^Cart/ })).toBeInViewport()
})

test('a long word in the name of a brand ends with an ellipsis in the header of the checkout', async ({
  page,
  context,
}) => {
  await arrive(context, emulator.origin, { stored: { cart: CART_OF_TWO } })
  await page.goto(`${emulator.origin}/pre-check`)
  const plate = page.getByRole('link', { name: `${store.name}, home` })
  const lines = await plate.evaluate((link) => {
    const name = link.querySelector('span') ?? link
    name.textContent = 'Kabalagalabooksh'
    link.classList.add('is-long')
    const text = document.createRange()
    text.selectNodeContents(name)
    return new Set([...text.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)
  await expectWithin320Px(page)
})

test('on a short screen the header scrolls away with the page', { tag: '@thorough' }, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 })
  await page.goto(`${emulator.origin}/about-us`)
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
})

test('text typed while the menu closes goes to the search field, and the field keeps the focus', async ({
  page,
}) => {
  await page.goto(`${emulator.origin}/about-us`)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Fashion' }).first()).toHaveCSS(
    'list-style-type',
    'none',
  )
  const close = drawer.getByRole('button', { name: 'Close menu' })
  await close.click()
  await expect(menu).toBeFocused()
  await menu.click()
  await close.click()
  const search = page.getByRole('combobox', { name: /Search for/ })
  await search.focus()
  await page.keyboard.type('mathematics', { delay: 60 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('mathematics')
})

for (const path of ['/pre-check', '/checkout'])
  test(`on a phone, ${path} has the menu and the search`, async ({ page, context }) => {
    // The checkout redirects guests to the log-in.
    await arrive(context, emulator.origin, { isCustomer: true })
    await page.goto(emulator.origin + path)
    const field = page.getByRole('combobox', { name: /^Search for/ })
    await expect(field).toBeHidden()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(field).toBeFocused()
    await field.fill('atlas')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/shop\?q=atlas/)
    await page.goBack()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
