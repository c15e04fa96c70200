import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { arrive, PHONE } from '../../driver/shopper-actions.ts'
import { expect, startShop, test } from '../emulator.ts'
import { goWithin, routeTable } from '../pages.ts'

/** Text with markup, handlers, reordered and unbroken characters. */
const TEXT = `Atlas"'><script>window.ran=1</script><img src=x onerror="window.ran=2"> \u202E\u2067gnp.exe\u061C ${'W'.repeat(200)} __proto__`

const DESCRIPTION = `<p data-id="7" aria-label="None" class="x">Good <b>book</b>. <a href="https://books.example/" rel="opener" target="_blank">More</a></p>
  <script>window.ran=3</script><img src=x onerror="window.ran=4"><svg onload="window.ran=5"></svg><a href="javascript:window.ran=6">tap</a>
  <iframe srcdoc="<script>parent.ran=7</script>"></iframe>
  <math><mtext><table><mglyph><style><img src=x onerror="window.ran=8"></style></mglyph></table></mtext></math>`

const PROTOTYPE =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"valueOf":1,"id":1,"name":"__proto__"}'

/** Every key that the shop stores, with a hostile value. */
const LOCAL: Readonly<Record<string, string>> = {
  cart: `[null,7,[],{"id":-1,"quantity":1},${PROTOTYPE},{"id":"40","name":"Atlas","quantity":"2","price":"20000","total_stock":"9"}]`,
  cartWritten: PROTOTYPE,
  wishesToSend: `[{"product":${PROTOTYPE},"isRemoval":false,"owner":{}}]`,
  paidOrders: `[{"tx_ref":"kitabo-1","amount":${PROTOTYPE},"payload":${PROTOTYPE}}]`,
  paymentAttempts: `[{"tx_ref":"kitabo-2","amount":[],"payload":${PROTOTYPE},"items":7,"delivery":"x"}]`,
  placedOrder: `{"id":${PROTOTYPE},"amount":-1e999,"delivery":[]}`,
  homepage_sections: `{"timestamp":NOW,"data":[${PROTOTYPE}]}`,
  categories: `{"timestamp":NOW,"data":[${PROTOTYPE},{"id":3,"name":[]}]}`,
  subcategories_top: '{"timestamp":NOW,"data":"x"}',
  subcategories_3: '{"timestamp":"x","data":[]}',
  latest_products: `{"timestamp":NOW,"data":[${PROTOTYPE},[[null]]]}`,
  resetEmail: '"<img src=x onerror=window.ran=9>"',
  resetToken: '[[[]]]',
  customer: `{"id":${PROTOTYPE},"session":[]}`,
  dataSaver: '{"\u0000',
  recentProducts: `[{"id":[],"name":7,"images":"x"},${PROTOTYPE}]`,
  schoolClass: PROTOTYPE,
  lastDelivery: `{"address":${PROTOTYPE},"fee":1e999}`,
  wishlistVisit: `{"states":{"5":{"price":${PROTOTYPE},"isInStock":"no"}}}`,
}
const SESSION: Readonly<Record<string, string>> = {
  resetEmail: '7',
  resetToken: PROTOTYPE,
  resetUntil: '"never"',
  deliveryDraft: `{"note":${PROTOTYPE},"mode":7}`,
  addressDraft: `{"address":[],"latitude":"x","longitude":1e999,"address_type":${PROTOTYPE}}`,
  billingDraft: `{"f_name":${PROTOTYPE},"email":[],"phone":{}}`,
  specialOrderDraft: '{"item_name":[],"quantity":-1,"preferred_contact_method":{}}',
  typedText: `{"path":"/special-order","fields":[["#main",{}],[${PROTOTYPE},7],null]}`,
  scrollPlaces: `{"default":${PROTOTYPE},"/":"x"}`,
  chatOpened: '[[[',
}

/** Writes a catalogue with hostile texts in every product and category. @returns its folder */
function hostileCatalogue(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  cpSync(resolve(import.meta.dirname, '../../../fixtures/catalogue'), folder, { recursive: true })
  const replace = (key: string, value: unknown) =>
    key === 'description' ? DESCRIPTION : key === 'name' || key === 'title' ? `${TEXT} ${value}` : value
  for (const file of [
    'categories.json',
    ...readdirSync(join(folder, 'products')).map((name) => `products/${name}`),
  ])
    writeFileSync(
      join(folder, file),
      JSON.stringify(JSON.parse(readFileSync(join(folder, file), 'utf8'), replace)),
    )
  return folder
}

async function problemsOn(page: Page, path: string): Promise<string[]> {
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') && !document.querySelector('main [aria-busy="true"], main .skeleton'),
  )
  return (await page.evaluate(findProblems)).map((problem) => `${path}: ${problem}`)
}

async function expectSafeDescription(page: Page): Promise<void> {
  const description = page.locator('.product-description')
  await expect(description.locator('script, img, svg, iframe, style, [onerror]')).toHaveCount(0)
  expect(
    await description
      .locator('p')
      .first()
      .evaluate((node) => node.outerHTML),
  ).toBe('<p>Good <b>book</b>. <a href="https://books.example/" rel="noopener nofollow">More</a></p>')
  await description.getByText('tap').click()
  expect(await problemsOn(page, 'a link of the description')).toEqual([])
}

// The browser reports inline handlers and, for DOMPurify, styles while it parses a description, before they are removed.
test.use({
  provoked:
    /inline event handler|Blocked by the policy: (?:script-src-attr|style-src-elem inline)|inline style.*purify|status of \d{3}|Failed to load resource/,
})

test('every page works with a hostile catalogue and hostile storage, also in a browser without a sanitiser', async ({
  page,
}) => {
  const folder = hostileCatalogue()
  const emulator = await startShop('--catalogue', folder)
  try {
    await page.setViewportSize(PHONE)
    await page.route(/\/(product|storage\/\w+|category)\//, (route) => route.abort())
    await arrive(page.context(), emulator.origin, { isCustomer: true })
    await page.goto(`${emulator.origin}/about-us`)
    await page.evaluate(
      ([local, session]) => {
        const now = String(Date.now())
        for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value.replace('NOW', now))
        for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
      },
      [LOCAL, SESSION] as const,
    )
    const problems: string[] = []
    for (const { example, rendering } of routeTable) {
      if (rendering === 'data') await page.goto(emulator.origin + example)
      else await goWithin(page, example)
      problems.push(...(await problemsOn(page, example)))
    }
    expect(problems).toEqual([])

    await page.goto(`${emulator.origin}/product-details/338`)
    await expectSafeDescription(page)

    // The valid line of the cart is kept, and more can be added.
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Cart, 3 items/ })).toBeVisible()
    const stored = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
    const filledKeys = [
      new Set([...Object.keys(LOCAL), 'authToken', 'arrived']),
      new Set(Object.keys(SESSION)),
    ]
    const unknown = stored.map((keys, area) =>
      keys.filter((key) => !filledKeys[area]?.has(key.replace(/_\d+$/, '_3'))),
    )
    expect(unknown, 'stored keys that this test does not fill').toEqual([[], []])

    await page.addInitScript(() => void Reflect.deleteProperty(Element.prototype, 'setHTML'))
    const purify = page.waitForEvent('response', (response) => /purify/.test(response.url()))
    await page.goto(`${emulator.origin}/product-details/338`)
    await purify
    await expectSafeDescription(page)
  } finally {
    await emulator.stop()
    rmSync(folder, { recursive: true })
  }
})

/** Runs in the page. Returns the problems found, one sentence each. */
function findProblems(): string[] {
  const problems: string[] = []
  const { ran } = window as { ran?: string }
  if (ran !== undefined) problems.push(`a script ran, from ${ran}`)
  if (Object.keys(Object.prototype).length > 0 || 'polluted' in {} || 'polluted' in (() => undefined))
    problems.push('the prototype of all objects was changed')
  const main = document.querySelector('main')
  const text = main?.textContent?.trim() ?? ''
  const shown = [main, ...document.querySelectorAll('[role="dialog"]')].map((part) => part?.textContent)
  if (text.length <= 15) problems.push('the page is blank')
  const headings = main?.querySelectorAll('h1').length ?? 0
  if (headings !== 1) problems.push(`the page has ${headings} headings`)
  if (!document.title.endsWith('· Kitabo')) problems.push(`the title is ${document.title}`)
  if (text.includes("We couldn't show this page.")) problems.push('the page could not be shown')
  const leak = /.{0,20}(\[object |\bundefined\b|\bNaN\b|\bInfinity\b).{0,20}/.exec(shown.join(' '))
  if (leak) problems.push(`the page shows "${leak[0]}"`)
  for (const element of document.querySelectorAll('[href], [action], [formaction], iframe[src]')) {
    const url = ['href', 'action', 'formaction', 'src']
      .map((name) => element.getAttribute(name))
      .find((value) => value !== null)
    const { protocol } = element as HTMLAnchorElement
    if (protocol === 'javascript:' || /^javascript:/i.test((url ?? '').replace(/[\s\p{Cc}]/gu, '')))
      problems.push(`${element.localName} links to ${url}`)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth + 1 &&
        ![...element.children].some((child) => child.getBoundingClientRect().right > clientWidth + 1),
    )
    const names = wide.slice(0, 3).map((element) => `${element.localName}.${element.className}`)
    problems.push(`the page scrolls horizontally by ${scrollWidth - clientWidth} px: ${names.join(', ')}`)
  }
  return problems
}
