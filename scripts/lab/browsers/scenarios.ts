/** Scenarios for every browser engine: the journey to a paid order, offline use, and every page. */
import { send, tokenOf } from '../../../web/e2e/shopper-actions.ts'
import { listScreens } from '../shop/shop-screens.ts'
import { type Engine, isDrawn, waitFor, waitUntil } from './engine.ts'

/** A shop that can be stopped and started again, to simulate being offline. */
export type RunningShop = {
  origin: string
  stop: () => Promise<void>
  startAgain: () => Promise<void>
}

/** Runs a scenario. @returns a sentence for each problem. @throws Error if the scenario cannot continue */
export type Scenario = (engine: Engine, shop: RunningShop) => Promise<string[]>

type Book = { id: number; name: string; total_stock: number }

const button = (name: string) => `//button[normalize-space()='${name}']`
const buttonFrom = (start: string) => `//button[starts-with(@aria-label, '${start}')]`
const heading = (name: string) => `//main//h1[normalize-space()='${name}']`
const field = (name: string) => `//*[@name='${name}']`

async function requestProducts(origin: string, path: string): Promise<Book[]> {
  return (await send(origin, 'GET', `/api/v1/products/${path}`)).products
}

const longestWord = (name: string) => name.split(/\W+/).sort((a, b) => b.length - a.length)[0] ?? name

/** Returns a book in stock that is among the first search results for the longest word in its name. */
async function bookOf(origin: string): Promise<Book> {
  for (const book of await requestProducts(origin, 'latest')) {
    if (book.total_stock < 3 || /['"]/.test(book.name)) continue
    const found = await requestProducts(origin, `search?name=${longestWord(book.name)}`)
    if (found.slice(0, 5).some(({ id }) => id === book.id)) return book
  }
  throw new Error('None of the newest books is in stock and found by the search.')
}

/** Clears the data of earlier scenarios and opens the home page. */
async function begin(engine: Engine, { origin }: RunningShop): Promise<void> {
  await engine.open(`${origin}/about-us`)
  await waitFor(engine, '//main//h1')
  await engine.read('localStorage.clear(), sessionStorage.clear()')
  await engine.open(origin)
  await waitFor(engine, '//main//h2')
}

async function numberOfOrders(origin: string): Promise<number> {
  return (await send(origin, 'GET', '/__emulator/orders')).orders.length
}

/**
 * Searches for a product, adds it to the cart, logs in, chooses a delivery option and pays. Expects an order and an empty
 * cart.
 */
export const journey: Scenario = async (engine, shop) => {
  const { origin } = shop
  const book = await bookOf(origin)
  const before = await numberOfOrders(origin)
  await begin(engine, shop)

  await engine.type("//header//input[@name='q']", longestWord(book.name))
  await engine.tap(`//*[@role='option'][contains(normalize-space(), '${book.name}')]`)
  await waitUntil(engine, "location.pathname === '/shop'", 'The list of search results')
  await engine.tap(`//main//a[normalize-space()='${book.name}']`)
  await waitFor(engine, heading(book.name))
  await engine.tap(button('Add to Cart'))

  // Closes the toast, which covers the cart button and stays open while the pointer is over it.
  await engine.tap("//button[@aria-label='Close message']")
  await engine.tap(buttonFrom('Cart, 1 item'))
  await engine.tap(`//*[contains(@class, 'popover')]${buttonFrom('Increase quantity')}`)
  await waitFor(engine, buttonFrom('Cart, 2 items'))
  await engine.tap(button('Proceed to Checkout'))
  await waitUntil(engine, "location.pathname === '/my-account'", 'The login page')
  await engine.type(field('email_or_phone'), 'demo@kitabo.example')
  await engine.type(field('password'), 'kitabo-demo')
  await engine.tap("//main//button[@type='submit'][normalize-space()='Login']")

  await waitUntil(engine, "location.pathname === '/pre-check'", 'The delivery step')
  await waitFor(engine, "//input[@type='radio']")
  await engine.type(field('delivery_note'), 'Call at the gate')
  await engine.tap("//input[@id='confirm-details']")
  await engine.tap(button('Proceed to Payment'))

  await waitUntil(engine, "location.pathname === '/checkout'", 'The checkout')
  await waitUntil(engine, `document.querySelector('[name=f_name]')?.value`, "The customer's name")
  await engine.tap("//main//button[contains(normalize-space(), 'Place Order')]")
  await engine.inFrame("//iframe[@name='checkout']", async () => {
    await engine.type("//label[contains(., 'Card number')]/input", '5531 8866 5214 2950')
    await engine.type("//input[@autocomplete='cc-exp']", '09/32')
    await engine.type("//input[@autocomplete='cc-csc']", '564')
    await engine.tap("//button[@id='pay']")
    await engine.type("//label[contains(., 'One-time code')]/input", '123456')
    await engine.tap("//button[@id='pay'][normalize-space()='Approve']")
  })
  await waitUntil(engine, "location.pathname === '/shop'", 'The redirect to the shop')
  await waitFor(engine, buttonFrom('Cart, 0 items'))

  const placed = (await numberOfOrders(origin)) - before
  return [
    ...(placed === 1 ? [] : [`${placed} orders were placed instead of one.`]),
    ...(await engine.takeErrors()).map((error) => `Uncaught error: ${error}`),
  ]
}

/** Opens visited pages offline and adds a book to the cart. Expects the shop to recover when it is online again. */
export const offline: Scenario = async (engine, shop) => {
  const { origin } = shop
  const book = await bookOf(origin)
  await begin(engine, shop)
  for (const path of [`/product-details/${book.id}`, '/shop']) {
    await engine.open(origin + path)
    await waitFor(
      engine,
      path === '/shop' ? "//main//li//a[contains(@href, '/product-details/')]" : heading(book.name),
    )
    await waitUntil(engine, 'window.early.taps === null', 'The app')
    // Opens a second page, because the offline cache starts on the second page of a visit.
    await engine.tap("//footer//a[normalize-space()='Refund Policy']")
    await waitFor(engine, heading('Refund Policy'))
    const hash = path === '/shop' ? '["products","latest"]' : `["products","details","${book.id}"]`
    await waitUntil(engine, isCached(hash), `The cached response for ${path}`, 30_000)
  }
  await waitUntil(
    engine,
    `(navigator.serviceWorker.getRegistration().then((found) => { window.isWorkerActive = Boolean(found?.active) }), window.isWorkerActive)`,
    'The service worker',
  )

  if (engine.setOffline) await engine.setOffline(true)
  else await shop.stop()
  const problems: string[] = []
  try {
    await engine.open(`${origin}/product-details/${book.id}`)
    await waitFor(engine, heading(book.name))
    // If only the host was stopped, the browser does not report that it is offline.
    if (engine.setOffline) {
      await waitFor(engine, '//*[contains(., "offline. Your cart")]')
      await waitFor(engine, "//main//*[contains(normalize-space(), 'as of ')]")
    }
    await engine.tap(button('Add to Cart'))
    await waitFor(engine, buttonFrom('Cart, 1 item'))
    await engine.open(`${origin}/shop`)
    await waitFor(engine, "//main//li//a[contains(@href, '/product-details/')]", 30_000)
    await waitFor(engine, buttonFrom('Cart, 1 item'))
  } finally {
    if (engine.setOffline) await engine.setOffline(false)
    else await shop.startAgain()
  }
  await engine.open(`${origin}/categories?categoryId=3`)
  await waitFor(engine, heading('Books'))
  await waitFor(engine, buttonFrom('Cart, 1 item'))
  problems.push(...(await engine.takeErrors()).map((error) => `Uncaught error: ${error}`))
  return problems
}

/** Returns an expression that is true once the browser has cached a response. */
const isCached = (hash: string) => `(indexedDB.databases().then((all) => {
  if (!all.some(({ name }) => name === 'kept-answers')) return
  const opened = indexedDB.open('kept-answers')
  opened.onsuccess = () => {
    const found = opened.result.transaction('answers').objectStore('answers').getKey(${JSON.stringify(hash)})
    found.onsuccess = () => { window.isResponseCached = found.result !== undefined; opened.result.close() }
  }
}), window.isResponseCached)`

/** Opens every page at phone width. Expects a heading, a footer, no errors and no horizontal scrolling. */
export const screens: Scenario = async (engine, shop) => {
  await begin(engine, shop)
  const token = await tokenOf(shop.origin)
  const line = { ...(await bookOf(shop.origin)), quantity: 1, price: 20_000, image: 'default.png' }
  await engine.read(
    `localStorage.setItem('authToken', ${JSON.stringify(token)}), localStorage.setItem('cart', ${JSON.stringify(JSON.stringify([line]))})`,
  )
  const problems: string[] = []
  for (const { name, path, tap, stored = {} } of await listScreens()) {
    const entries = Object.entries(stored)
    try {
      for (const [key, value] of entries)
        await engine.read(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`)
      await engine.open(shop.origin + path)
      await waitFor(engine, '//main//h1')
      await waitUntil(engine, `!document.querySelector('main [aria-busy="true"]')`, 'The end of loading')
      if (tap !== undefined) {
        await engine.tap(buttonFrom(tap))
        await waitFor(engine, "//*[@role='dialog']")
      }
      const wide = await engine.read<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (wide > 0) problems.push(`${name} scrolls horizontally by ${wide} px.`)
      if (!(await engine.read<boolean>(isDrawn('//footer')))) problems.push(`${name} has no footer.`)
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}.`)
    }
    for (const [key] of entries) await engine.read(`localStorage.removeItem(${JSON.stringify(key)})`)
    problems.push(...(await engine.takeErrors()).map((error) => `${name}: uncaught error: ${error}`))
  }
  return problems
}
