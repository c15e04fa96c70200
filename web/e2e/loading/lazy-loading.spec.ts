import type { Page } from '@playwright/test'
import { expect, shareEmulator, test } from '../emulator.ts'

const { open } = shareEmulator()
const MISSING = "This didn't load."

test.use({
  provoked:
    /status of 404|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS|\.css did not load/,
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a menu that failed to load shows a dialog, without shifting the header', async ({ page }) => {
    await page.route('**/assets/overlay-*.js', (route) => route.abort())
    await open(page, '/about-us')
    const search = page.getByRole('combobox', { name: /search for books/i })
    const box = await search.boundingBox()
    await page.getByRole('button', { name: 'Menu' }).click()
    const dialog = page.getByRole('dialog', { name: 'Menu' })
    await expect(dialog.getByText(MISSING)).toBeVisible()
    expect(await search.boundingBox()).toEqual(box)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await page.unroute('**/assets/overlay-*.js')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'CATEGORIES' })).toBeVisible()
  })

  test('a menu loads its style sheet on retry if the sheet failed to load', { tag: '@thorough' }, async ({
    page,
  }) => {
    await page.route('**/assets/overlay-*.css', (route) => route.abort())
    await open(page, '/about-us')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByText(MISSING)).toBeVisible()
    await page.unroute('**/assets/overlay-*.css')
    await page.getByRole('button', { name: 'Try again' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer.getByRole('heading', { name: 'CATEGORIES' })).toBeVisible()
    await expect(drawer).toHaveCSS('position', 'fixed')
  })

  test('Back closes the dialog of a menu that failed to load', { tag: '@thorough' }, async ({ page }) => {
    await page.route('**/assets/overlay-*.js', (route) => route.abort())
    await open(page, '/about-us')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByText(MISSING)).toBeVisible()
    await page.goBack()
    await expect(page.getByText(MISSING)).toBeHidden()
    await expect(page).toHaveURL(/about-us/)
  })
})

test('a category menu that failed to load shows a message below its button', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/assets/overlay-*.js', (route) => route.abort())
  await open(page, '/about-us')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page.getByRole('button', { name: /^Cart,/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const box = await heading.boundingBox()
  await page.getByRole('button', { name: 'CATEGORIES' }).click()
  await expect(page.getByText(MISSING)).toBeVisible()
  expect(await heading.boundingBox()).toEqual(box)
})

test('a page that was never visited shows an offline message, and opens when the network returns', async ({
  page,
  context,
}) => {
  await open(page, '/about-us')
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Refund Policy', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  await expect(page.getByText("It will open as soon as you're back online.")).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test.describe('code that is gone after a deployment', () => {
  const gone = { status: 404, contentType: 'text/html', body: '' }

  test('reloads the document of a page once, and then shows an error', async ({ page }) => {
    const documents = documentsOf(page)
    await open(page, '/contact-us')
    const files = '**/assets/refund-page-*.js'
    await page.route(files, (route) => route.fulfill(gone))
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Refund Policy', exact: true }).click()
    await expect.poll(() => documents).toEqual(['/contact-us', '/refund-policy'])
    await expect(page.getByText("We couldn't show this page.")).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toHaveLength(2)
    await page.unroute(files)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible()

    // The document that is served after a deployment loads other files. Before it is requested, the file is tried
    // twice.
    let requests = 0
    await page.route('**/assets/terms-page-*.js', (route) =>
      requests++ < 2 ? route.fulfill(gone) : route.continue(),
    )
    await footer.getByRole('link', { name: 'Terms and Conditions' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Terms and Conditions' })).toBeVisible()
    expect(documents.slice(2)).toEqual(['/terms-conditions'])
  })

  test('reloads the document if a part fails again on Try again, and typed text is kept', {
    tag: '@thorough',
  }, async ({ page }) => {
    const documents = documentsOf(page)
    await page.route('**/assets/overlay-*.js', (route) => route.fulfill(gone))
    await open(page, '/contact-us')
    await page.getByRole('textbox', { name: 'Message' }).fill('Do you have atlases?')
    await page.getByRole('button', { name: 'CATEGORIES' }).click()
    await expect(page.getByText(MISSING)).toBeVisible()
    expect(documents).toEqual(['/contact-us'])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => documents).toEqual(['/contact-us', '/contact-us'])
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you have atlases?')
  })
})

/** Returns the paths of the documents that a page requests from now on. */
function documentsOf(page: Page): readonly string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  return documents
}

test('an open component that failed to load appears when the network returns', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  await open(page, '/about-us')
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Cart,/ }).click()
  await expect(page.getByText(MISSING)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Your cart is empty!/)).toBeVisible()
})

test('a page opens automatically when the network returns, even if a style sheet fails once more', async ({
  page,
  context,
}) => {
  await open(page, '/shop')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  // The product page has its own style sheet.
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  let failures = 0
  await page.route('**/assets/*.css', (route) => (failures++ === 0 ? route.abort() : route.continue()))
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
  expect(failures).toBeGreaterThan(1)
})
