import type { Page } from '@playwright/test'
import { nonEmpty } from 'contracts/non-empty'
import { expect, shareEmulator, test } from './emulator.ts'
import { pages } from './pages.ts'
import { findProblems, goWithin } from './poisoned-shop.ts'

const emulator = shareEmulator()

test.use({ provoked: /status of \d{3}|Failed to load resource|ERR_FAILED/ })

type Area = 'local' | 'session'

/** Every key that the shop stores, with its format; `{}` stands for the tampered value. */
const KEYS: readonly [area: Area, key: string, shape: string][] = [
  ['local', 'authToken', '{}'],
  ['local', 'cart', '[{}]'],
  ['local', 'cartWritten', '{}'],
  ['local', 'wishesToSend', '[{"product":{},"isRemoval":false,"owner":{}}]'],
  ['local', 'paidOrders', '[{"tx_ref":"kitabo-1","amount":{},"payload":{}}]'],
  ['local', 'placedOrder', '{"id":{},"amount":{},"delivery":{}}'],
  ['local', 'homepage_sections', '{"timestamp":NOW,"data":{}}'],
  ['local', 'categories', '{"timestamp":NOW,"data":{}}'],
  ['local', 'subcategories_top', '{"timestamp":NOW,"data":{}}'],
  ['local', 'subcategories_3', '{"timestamp":NOW,"data":{}}'],
  ['local', 'latest_products', '{"timestamp":NOW,"data":{}}'],
  ['local', 'resetEmail', '{}'],
  ['local', 'resetToken', '{}'],
  ['session', 'resetEmail', '{}'],
  ['session', 'resetToken', '{}'],
  ['session', 'resetUntil', '{}'],
  [
    'local',
    'paymentAttempts',
    '[{"tx_ref":"kitabo-2","amount":{},"payload":{},"payer":{},"items":{},"delivery":{}}]',
  ],
  ['local', 'customer', '{"id":{},"session":{}}'],
  ['session', 'deliveryDraft', '{"note":{},"mode":{}}'],
  ['session', 'addressDraft', '{"address":{},"latitude":{},"longitude":{},"address_type":{}}'],
  ['session', 'billingDraft', '{"f_name":{},"email":{},"phone":{}}'],
  ['session', 'specialOrderDraft', '{"item_name":{},"quantity":{},"preferred_contact_method":{}}'],
  ['session', 'typedText', '{"path":"/special-order","fields":[["#main",{}],[{},{}],{}]}'],
  ['session', 'scroll-places', '{"default":{},"/":{}}'],
  ['session', 'chatOpened', '{}'],
  ['local', 'dataSaver', '{}'],
  ['local', 'recentProducts', '[{"id":{},"name":{},"images":{}},{"id":5,"name":"Atlas","images":[{}]}]'],
  ['local', 'schoolClass', '{}'],
  ['local', 'lastDelivery', '{"address":{},"fee":{}}'],
  ['local', 'wishlistPrices', '{"states":{"5":{"price":{},"isInStock":{}}}}'],
]

const PROTOTYPE =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"valueOf":1,"id":1,"name":"__proto__"}'

/** Values that replace a stored value, or a value inside its format. */
const VALUES: readonly [name: string, text: string][] = [
  ['garbage', '{"\u0000\uD800'],
  ['null', 'null'],
  ['a number', '-1e999'],
  ['a text', '"<img src=x onerror=window.ran=1>"'],
  ['lists of lists', '[[[[]]],[null]]'],
  ['prototype fields', PROTOTYPE],
  ['lists of prototype fields', `[${PROTOTYPE},${PROTOTYPE}]`],
  ['a very long text', `"${'W'.repeat(100_000)}"`],
]

/** Values that also replace the whole entry. */
const WHOLE_VALUES = new Set(['garbage', 'null', 'a text'])

/** Tried in every run: garbage instead of an entry, and prototype fields inside it. */
const isQuick = (name: string, isInside: boolean) => name === (isInside ? 'prototype fields' : 'garbage')

/** Stores a tampered value under every key, as is or inside the key's format. */
async function tamper(page: Page, text: string, isInside: boolean): Promise<void> {
  const entries = KEYS.map(([area, key, shape]): [Area, string, string] => [
    area,
    key,
    isInside ? shape.replaceAll('NOW', String(Date.now())).replaceAll('{}', () => text) : text,
  ])
  await page.evaluate((stored) => {
    for (const [area, key, value] of stored)
      (area === 'local' ? localStorage : sessionStorage).setItem(key, value)
  }, entries)
}

async function visitAllPages(page: Page): Promise<string[]> {
  const wrong: string[] = []
  for (const to of pages.map(({ example }) => example)) {
    await goWithin(page, to)
    await page
      .waitForFunction(
        () => document.querySelector('main h1') && !document.querySelector('main [aria-busy="true"]'),
      )
      .catch(() => wrong.push(`${to}: the page is still loading`))
    wrong.push(...(await page.evaluate(findProblems)).map((problem) => `${to}: ${problem}`))
  }
  return wrong
}

for (const [name, text] of VALUES) {
  for (const isInside of WHOLE_VALUES.has(name) ? [false, true] : [true]) {
    const title = `every page works with ${name} ${isInside ? 'inside' : 'instead of'} each stored value`
    test(title, { tag: isQuick(name, isInside) ? [] : '@thorough' }, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(`${emulator.origin}/about-us`)
      await tamper(page, text, isInside)
      await page.goto(emulator.origin)
      expect(await visitAllPages(page)).toEqual([])
      // The remaining lines can still be bought.
      await page.goto(`${emulator.origin}/product-details/338`)
      await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
      await expect(page.getByRole('button', { name: /^Cart, [1-9]\d* item/ })).toBeVisible()
    })
  }
}

test('invalid lines of a cart are removed, and valid ones stay', async ({ page }) => {
  await page.goto(`${emulator.origin}/about-us`)
  await page.evaluate((prototype) => {
    const older =
      '{"id":"40","name":"Atlas","quantity":"2","price":"20000","image":"a.png","total_stock":"9","size":"A4"}'
    localStorage.setItem(
      'cart',
      `[null,7,[],{"id":-1,"quantity":1},${prototype},${older},{"id":41,"quantity":"many"}]`,
    )
  }, PROTOTYPE)
  await page.reload()
  await page.getByRole('button', { name: /^Cart, 2 items, UGX 40,000/ }).click()
  await expect(page.getByRole('dialog', { name: 'Cart Items' })).toContainText('Atlas')
})

test('the test covers every storage key that a visit creates', async ({ page }) => {
  const login = await fetch(`${emulator.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }),
  })
  const { token } = await login.json()
  await page.goto(`${emulator.origin}/about-us`)
  await page.evaluate((authToken) => localStorage.setItem('authToken', authToken), token)
  await page.goto(`${emulator.origin}/product-details/338`)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible()
  expect(await visitAllPages(page)).toEqual([])
  await page.reload()
  const stored = await page.evaluate(() => [
    ...Object.keys(localStorage).map((key) => `local ${key}`),
    ...Object.keys(sessionStorage).map((key) => `session ${key}`),
  ])
  const known = new Set(KEYS.map(([area, key]) => `${area} ${key}`))
  expect(nonEmpty(stored).filter((key) => !known.has(key.replace(/_\d+$/, '_3')))).toEqual([])
})

test('tampered responses in IndexedDB are requested again, not shown', async ({ page }) => {
  await page.goto(emulator.origin)
  // The offline cache starts with a visit's second page; this test fills the cache directly.
  const keys = [
    '["products","latest"]',
    '["homepage","sections"]',
    '["categories"]',
    '["banners"]',
    '["config","shipping_per_km"]',
    '["products","details","338"]',
    '["categories","products",3]',
  ]
  await page.evaluate(
    async ([hashes, prototype]) => {
      localStorage.clear()
      const values = [
        'garbage',
        7,
        null,
        [],
        { at: 'yesterday', data: 7 },
        { at: Date.now(), data: JSON.parse(prototype) },
        { at: Date.now() },
      ]
      for (const name of ['cached-responses', 'private-responses'])
        await new Promise<void>((done, failed) => {
          const opened = indexedDB.open(name)
          opened.onupgradeneeded = () => opened.result.createObjectStore('responses')
          opened.onerror = () => failed(opened.error)
          opened.onsuccess = () => {
            const writing = opened.result.transaction('responses', 'readwrite')
            for (const [at, hash] of hashes.entries())
              writing.objectStore('responses').put(values[at % values.length], hash)
            writing.oncomplete = () => {
              opened.result.close()
              done()
            }
          }
        })
    },
    [keys, PROTOTYPE] as const,
  )
  await page.route('**/api/v1/**', (route) => route.abort())
  await page.clock.install()
  for (const path of ['/', '/shop', '/categories?categoryId=3', '/product-details/338', '/pre-check']) {
    await page.goto(emulator.origin + path)
    await expect(page.locator('main h1')).toBeAttached()
    await page.clock.fastForward(20_000)
    expect(await page.evaluate(findProblems)).toEqual([])
  }
})
