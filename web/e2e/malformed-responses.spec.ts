import type { Page } from '@playwright/test'
import { expect, responseWith, shareEmulator, test, WITHOUT_DATA } from './emulator.ts'

const emulator = shareEmulator(...WITHOUT_DATA)

const open = (page: Page, path: string) => page.goto(emulator.origin + path)

test.describe("under the page's Content-Security-Policy", () => {
  // The browser reports inline handlers while parsing, before the sanitizer removes them.
  test.use({ provoked: /inline event handler|Blocked by the policy: script-src-attr/ })

  test('a hostile description runs no script', async ({ page }) => {
    const description = `<p>Good <b>book</b>.</p><script>window.ran=1</script><img src=x onerror="window.ran=2">
    <svg onload="window.ran=3"></svg><a href="javascript:window.ran=4">more</a><iframe srcdoc="<script>parent.ran=5</script>"></iframe>
    <math><mtext><table><mglyph><style><img src=x onerror="window.ran=6"></style></mglyph></table></mtext></math>`
    const product = { id: 7, name: 'Book', price: 1, description }
    await responseWith(page, emulator, { product }, '/products/details/7')
    await open(page, '/product-details/7')
    await expect(page.getByText('Good book.')).toBeVisible()
    const description_ = page.locator('.product-description')
    await expect(description_.locator('script, img, svg, iframe, style, [onerror]')).toHaveCount(0)
    const link = description_.getByText('more')
    await link.click()
    expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
    await expect(page).toHaveURL(/product-details\/7$/)
  })
})

test('a description keeps no attributes, and its links pass no referrer', async ({ page }) => {
  const description =
    '<p data-id="7" aria-label="None" class="x">Good. <a href="https://books.example/" rel="opener" target="_blank">More</a></p>'
  const product = { id: 7, name: 'Book', price: 1, description }
  await responseWith(page, emulator, { product }, '/products/details/7')
  await open(page, '/product-details/7')
  const paragraph = page.locator('.product-description p')
  await expect(paragraph).toBeVisible()
  expect(await paragraph.evaluate((node) => node.outerHTML)).toBe(
    '<p>Good. <a href="https://books.example/" rel="noopener nofollow">More</a></p>',
  )
})

test.describe('no page is blank for any response from the host', () => {
  test.use({ provoked: /status of \d{3}|Failed to load resource/ })

  // Responses observed on hosts of this family, and responses from a broken host.
  const malformedResponses: [string, unknown][] = [
    ['HTML', 'HTML'],
    ['objects of nulls', [{ id: null, name: null, title: null, image: null, product: null }]],
    ['a refusal with a success status', { errors: { code: 'product-001', message: 'Not found' } }],
    ['null', null],
    ['an object without its list', { total_size: '3', limit: null, offset: null }],
    [
      'lists in lists, with everything as text',
      [
        [
          [{ id: '7', name: 'Atlas', price: '9000', total_stock: '4', image: '["a.png"]', tax: '0.00' }],
          [null],
        ],
      ],
    ],
    ['an object from a PHP list with a missing index', { 0: { id: 7, name: 'Atlas' }, 2: { id: 8 } }],
    [
      'a product with the wrong type in every field',
      {
        product: {
          id: '7',
          name: 5,
          price: {},
          image: { a: 1 },
          tax: [],
          category_ids: [null],
          choice_options: 'x',
        },
      },
    ],
  ]
  const QUICK = new Set(['objects of nulls', 'lists in lists, with everything as text'])
  for (const [name, body] of malformedResponses) {
    test(`${name} for every request`, { tag: QUICK.has(name) ? [] : '@thorough' }, async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('authToken', 'some-token'))
      await responseWith(page, emulator, body)
      for (const path of [
        '/',
        '/shop',
        '/search?q=atlas',
        '/categories?categoryId=3',
        '/product-details/7',
        '/wishlist',
        '/wishlist?user=1',
      ]) {
        await open(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expect(page.getByRole('contentinfo')).toBeVisible()
        await expect(page.getByText("We couldn't show this page.")).toHaveCount(0)
        await expect(page.getByRole('main')).not.toContainText(/undefined|NaN|\[object/)
      }
    })
  }

  test('a rate-limited request is retried three times as defined by Retry-After, and then reported', async ({
    page,
  }) => {
    let requested = 0
    await page.route('**/api/v1/homepage/sections', (route) => {
      requested++
      return route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, body: '<h1>Busy</h1>' })
    })
    await open(page, '/')
    await expect(page.getByText('Error: HTTP 503')).toBeVisible()
    await expect(page.getByText('Please try refreshing the page.')).toBeVisible()
    expect(requested).toBe(4)
  })
})
