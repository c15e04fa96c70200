import { arrive, cartOf } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

const emulator = shareEmulator()
test.use({ viewport: { width: 1280, height: 900 } })

test('on a wide screen, the search, the cart and the category tree stay in view along a list', async ({
  page,
}) => {
  await page.goto(`${emulator.origin}/shop`)
  const tree = page.getByRole('heading', { name: 'Browse by category' })
  await expect(tree).toBeVisible()
  await page.mouse.move(800, 600)
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  for (const control of [
    page.getByRole('combobox', { name: /search for books/i }),
    page.getByRole('button', { name: /^Cart/ }),
    tree,
  ])
    await expect(control).toBeInViewport({ ratio: 1 })
  const header = await page.getByRole('banner').boundingBox()
  expect((header?.y ?? 0) + (header?.height ?? 0)).toBeLessThanOrEqual(88)
  await expect(page.getByRole('link', { name: 'SHOP NOW' })).not.toBeInViewport()
})

test('the search keeps its width when the total of the cart grows', async ({ page, context }) => {
  const search = page.getByRole('search', { name: /search for books/i })
  await page.goto(`${emulator.origin}/about-us`)
  await expect(page.getByRole('button', { name: 'Cart, 0 items, UGX 0' })).toBeVisible()
  const before = await search.boundingBox()
  await arrive(context, emulator.origin, { stored: { cart: await cartOf(emulator.origin, [[338, 29]]) } })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Cart, 29 items, UGX \d{3},\d{3}$/ })).toBeVisible()
  expect((await search.boundingBox())?.width).toBe(before?.width)
})
