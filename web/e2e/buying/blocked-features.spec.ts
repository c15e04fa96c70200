import type { Page } from '@playwright/test'
import { buyWithPickup } from '../../driver/shopper-actions.ts'
import { expect, type Shopper, test } from '../shopper.ts'

/**
 * Browsers that lack features or refuse them, for example because site data is blocked. A book can be bought with each.
 */
test.use({ firstPage: '', provoked: /SecurityError|The browser refuses|status of 404/ })

const WAYS = ['is absent', 'throws when read', 'throws when called', 'rejects', 'never settles'] as const
type Way = (typeof WAYS)[number]

/**
 * The object and the property of each feature, and the methods that the browser refuses. Without methods, it is one.
 */
const FEATURES = {
  locks: ['Navigator.prototype', 'locks', ['request', 'query']],
  indexedDB: ['window', 'indexedDB', ['open', 'deleteDatabase']],
  caches: ['window', 'caches', ['open', 'match', 'keys', 'delete']],
  'service workers': ['Navigator.prototype', 'serviceWorker', ['register', 'getRegistration']],
  BroadcastChannel: ['window', 'BroadcastChannel', []],
  clipboard: ['Navigator.prototype', 'clipboard', ['writeText', 'readText']],
  share: ['Navigator.prototype', 'share', []],
  geolocation: ['Navigator.prototype', 'geolocation', ['getCurrentPosition', 'watchPosition']],
  matchMedia: ['window', 'matchMedia', []],
  Intl: ['window', 'Intl', ['DateTimeFormat', 'NumberFormat', 'Collator', 'PluralRules']],
  'crypto.randomUUID': ['Crypto.prototype', 'randomUUID', []],
  requestIdleCallback: ['window', 'requestIdleCallback', []],
  // These have no promises, so they cannot reject or stay pending.
  localStorage: ['window', 'localStorage', ['getItem', 'setItem', 'removeItem']],
  sessionStorage: ['window', 'sessionStorage', ['getItem', 'setItem', 'removeItem']],
  'history.replaceState': ['History.prototype', 'replaceState', []],
  'history.pushState': ['History.prototype', 'pushState', []],
} as const satisfies Record<string, readonly [string, string, readonly string[]]>
type Feature = keyof typeof FEATURES

const STORAGE: readonly Feature[] = ['localStorage', 'sessionStorage']
const HISTORY: readonly Feature[] = ['history.replaceState', 'history.pushState']
const FUNCTIONS: readonly Feature[] = ['matchMedia', 'Intl', 'crypto.randomUUID', 'BroadcastChannel']
const PROMISING = (Object.keys(FEATURES) as Feature[]).filter(
  (name) => ![...STORAGE, ...HISTORY, ...FUNCTIONS].includes(name),
)
const SYNCHRONOUS = WAYS.slice(0, 3)

/** Features without promises can't reject or stay pending. Playwright itself reads two of them in every page. */
function featuresOf(way: Way): readonly Feature[] {
  if (!SYNCHRONOUS.includes(way)) return PROMISING
  const features = [...PROMISING, ...FUNCTIONS]
  return way === 'throws when read'
    ? features.filter((name) => name !== 'Intl' && name !== 'requestIdleCallback')
    : features
}

/** Makes the browser refuse features in the shop's documents, not in the payment vendor's. */
function refuse(page: Page, features: readonly Feature[], way: Way): Promise<unknown> {
  const table = features.map((name) => FEATURES[name])
  return page.addInitScript(
    ({ table, way }) => {
      if (window.top !== window) return
      const failure = () => new DOMException('The browser refuses.', 'SecurityError')
      function refused(): unknown {
        if (way === 'throws when called') throw failure()
        if (way === 'never settles') return new Promise(() => {})
        const promise = Promise.reject(failure())
        promise.catch(() => undefined)
        // Requests of IndexedDB report errors by a callback.
        const request = Object.assign(promise, { error: failure(), onerror: null as (() => void) | null })
        setTimeout(() => request.onerror?.())
        return request
      }
      for (const [owner, name, methods] of table) {
        const [type = '', part] = owner.split('.')
        const scope = window as unknown as Record<string, Record<string, object>>
        const object = (part ? scope[type]?.[part] : window) as object
        const define = (descriptor: PropertyDescriptor) =>
          Object.defineProperty(object, name, { configurable: true, ...descriptor })
        if (way === 'is absent') define({ value: undefined })
        else if (way === 'throws when read')
          define({
            get: () => {
              throw failure()
            },
          })
        else if (methods.length === 0) define({ value: refused })
        else define({ value: Object.fromEntries(methods.map((method) => [method, refused])) })
      }
    },
    { table, way },
  )
}

const buy = async (shopper: Shopper) => {
  await shopper.open('/pre-check')
  await shopper.goToCheckout()
  await shopper.payByCard()
  // Without the history, the toast is lost with the document that showed it.
  await expect(shopper.page.getByRole('region', { name: /^Order #\d+ is placed$/ })).toBeVisible()
  expect(await shopper.newOrders()).toHaveLength(1)
}

/** Returns the tags of a test: one way of each feature is in every run, the others only in the thorough one. */
const tag = (isCommon: boolean) => (isCommon ? [] : ['@thorough'])

for (const way of WAYS) {
  test(`a book can be bought if every feature ${way}`, { tag: tag(way === 'throws when called') }, async ({
    shopper,
    page,
  }) => {
    await refuse(page, featuresOf(way), way)
    await buy(shopper)
  })
  for (const feature of featuresOf(way))
    test(`a book can be bought if ${feature} ${way}`, { tag: '@thorough' }, async ({ shopper, page }) => {
      await refuse(page, [feature], way)
      await buy(shopper)
    })
}

for (const way of SYNCHRONOUS) {
  // Safari limits calls.
  test(`a book can be bought if the history ${way}`, { tag: '@thorough' }, async ({ shopper, page }) => {
    await refuse(page, HISTORY, way)
    await buy(shopper)
  })

  // With blocked site data, browsers throw on reading. Without storage, the visit is one document, from the product to
  // the order.
  test(`a book can be bought if storage ${way}`, { tag: tag(way === 'throws when read') }, async ({
    browser,
    shop,
  }) => {
    const page = await browser.newPage({ baseURL: shop.origin, serviceWorkers: 'block' })
    await refuse(page, STORAGE, way)
    await buyWithPickup(page, 40, { chat: 'off' })
    await page.close()
  })
}
