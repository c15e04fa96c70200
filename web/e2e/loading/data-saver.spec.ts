import { PIXEL } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test } from '../emulator.ts'
import { measureShift } from '../layout-and-axe.ts'

const emulator = shareEmulator()
test.use({ viewport: { width: 360, height: 740 } })

test('with the data saver on, a page loads its main cover, the covers that are tapped, and no font', async ({
  page,
}) => {
  await page.route(/\/product\/[\w.-]+$/, (route) => route.fulfill({ contentType: 'image/gif', body: PIXEL }))
  const covers: string[] = []
  const fonts: string[] = []
  page.on('request', (request) => {
    if (/\/product\/[^/]+$/.test(new URL(request.url()).pathname)) covers.push(request.url())
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  await page.goto(`${emulator.origin}/shop`)
  await expect(page.locator('.product-card img[src]').first()).toBeVisible()
  const saver = page.getByRole('switch', { name: 'Data saver' })
  expect(covers.length).toBeGreaterThan(0)
  expect(fonts.length).toBeGreaterThan(0)
  await saver.click()
  await expect(saver).toBeChecked()
  await expect(page.getByRole('button', { name: 'Live chat' })).toHaveCount(0)

  covers.length = 0
  fonts.length = 0
  await page.goto(`${emulator.origin}/`)
  await expect(page.locator('.section-strip').last()).toBeAttached()
  await page.mouse.wheel(0, 1200)
  await expect(page.locator('main').getByText('Show', { exact: true }).first()).toBeAttached()
  expect(covers).toEqual([])
  expect(fonts).toEqual([])

  await page.goto(`${emulator.origin}/shop`)
  await page.locator('.product-card').getByText('Show', { exact: true }).first().click()
  // The main image of the document, and the one that was tapped.
  await expect(page.locator('.product-card img[src]')).toHaveCount(2)
  await expect.poll(() => new Set(covers).size).toBe(2)
  expect(new URL(page.url()).pathname).toBe('/shop')
})

test('the data saver appears at the end of the page and causes no layout shift', {
  tag: '@thorough',
}, async ({ page }) => {
  const readShift = await measureShift(page)
  await page.goto(`${emulator.origin}/about-us`)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const copyright = page.getByText(/^© \d{4}/)
  await expect(copyright).toBeVisible()
  const before = await readShift()
  await expect(page.getByRole('switch', { name: 'Data saver' })).toBeAttached()
  expect(await readShift()).toBe(before)
})
