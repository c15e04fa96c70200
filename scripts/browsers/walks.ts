/** What every engine has to manage: the journey to a paid order, a time without a network, and every screen. */
import type { Screen } from '../shop-screens.ts'
import { type Engine, isDrawn, waitFor, waitUntil } from './engine.ts'

/** A shop that can be taken off the network and brought back. */
export type RunningShop = {
  origin: string
  stop: () => Promise<void>
  startAgain: () => Promise<void>
}

/** @returns what went wrong, one sentence each. @throws Error where the walk could not go on */
export type Walk = (engine: Engine, shop: RunningShop, screens: readonly Screen[]) => Promise<string[]>

type Book = { id: number; name: string; total_stock: number }

const button = (name: string) => `//button[normalize-space()='${name}']`
const buttonFrom = (start: string) => `//button[starts-with(@aria-label, '${start}')]`
const heading = (name: string) => `//main//h1[normalize-space()='${name}']`
const field = (name: string) => `//*[@name='${name}']`

async function books(origin: string): Promise<Book[]> {
  const { products } = (await (await fetch(`${origin}/api/v1/products/latest`)).json()) as {
    products: Book[]
  }
  return products.filter(({ name, total_stock }) => total_stock > 2 && !/['"]/.test(name))
}

async function bookOf(origin: string): Promise<Book> {
  const [book] = await books(origin)
  if (!book) throw new Error('No book of the newest ones is in stock.')
  return book
}

/** Forgets what an earlier walk has left, and opens the home page. */
async function begin(engine: Engine, { origin }: RunningShop): Promise<void> {
  await engine.open(`${origin}/about-us`)
  await waitFor(engine, '//main//h1')
  await engine.read('localStorage.clear(), sessionStorage.clear()')
  await engine.open(origin)
  await waitFor(engine, '//main//h2')
}

async function numberOfOrders(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/__emulator/orders`)
  return ((await answer.json()) as { orders: unknown[] }).orders.length
}

/** Search, product, cart, log-in, delivery, payment: one order more, and nothing left in the cart. */
export const journey: Walk = async (engine, shop) => {
  const { origin } = shop
  const book = await bookOf(origin)
  const before = await numberOfOrders(origin)
  await begin(engine, shop)

  await engine.type("//header//input[@name='q']", book.name)
  await engine.press(`//*[@role='option'][contains(normalize-space(), '${book.name}')]`)
  await waitUntil(engine, "location.pathname === '/shop'", 'The list of what was found')
  await engine.press(`//main//a[normalize-space()='${book.name}']`)
  await waitFor(engine, heading(book.name))
  await engine.press(button('Add to Cart'))

  await engine.press(buttonFrom('Cart, 1 item'))
  await engine.press(buttonFrom('Increase quantity'))
  await waitFor(engine, buttonFrom('Cart, 2 items'))
  await engine.press(button('Proceed to Checkout'))
  await waitUntil(engine, "location.pathname === '/my-account'", 'The log-in')
  await engine.type(field('email_or_phone'), 'demo@kitabo.example')
  await engine.type(field('password'), 'kitabo-demo')
  await engine.press("//main//button[@type='submit'][normalize-space()='Login']")

  await waitUntil(engine, "location.pathname === '/pre-check'", 'The delivery step')
  await waitFor(engine, "//input[@type='radio']")
  await engine.type(field('delivery_note'), 'Call at the gate')
  await engine.press("//input[@id='confirm-details']")
  await engine.press(button('Proceed to Payment'))

  await waitUntil(engine, "location.pathname === '/checkout'", 'The checkout')
  await waitUntil(engine, `document.querySelector('[name=f_name]')?.value`, 'The name of the customer')
  await engine.press("//main//button[contains(normalize-space(), 'Place Order')]")
  await engine.inFrame("//iframe[@name='checkout']", async () => {
    await engine.type("//label[contains(., 'Card number')]/input", '5531 8866 5214 2950')
    await engine.type("//input[@autocomplete='cc-exp']", '09/32')
    await engine.type("//input[@autocomplete='cc-csc']", '564')
    await engine.press("//button[@id='pay']")
    await engine.type("//label[contains(., 'One-time code')]/input", '123456')
    await engine.press("//button[@id='pay'][normalize-space()='Approve']")
  })
  await waitUntil(engine, "location.pathname === '/shop'", 'The way back to the shop')
  await waitFor(engine, buttonFrom('Cart, 0 items'))

  const placed = (await numberOfOrders(origin)) - before
  return [
    ...(placed === 1 ? [] : [`${placed} orders were placed and not one.`]),
    ...(await engine.takeErrors()).map((error) => `An error was not caught: ${error}`),
  ]
}

/** What was visited opens without a network, the cart takes a book, and all goes on when the network is back. */
export const offline: Walk = async (engine, shop) => {
  const { origin } = shop
  const book = await bookOf(origin)
  await begin(engine, shop)
  for (const path of [`/product-details/${book.id}`, '/shop']) {
    await engine.open(origin + path)
    await waitFor(
      engine,
      path === '/shop' ? "//main//li//a[contains(@href, '/product-details/')]" : heading(book.name),
    )
    // What keeps a visit starts with its second page.
    await engine.press("//footer//a[normalize-space()='Refund Policy']")
    await waitFor(engine, heading('Refund Policy'))
  }
  await waitUntil(
    engine,
    `(navigator.serviceWorker.getRegistration().then((found) => { window.isKept = Boolean(found?.active) }), window.isKept)`,
    'The service worker',
  )
  await waitUntil(engine, COUNT_KEPT, 'What is kept of the answers')

  if (engine.setOffline) await engine.setOffline(true)
  else await shop.stop()
  const problems: string[] = []
  try {
    await engine.open(`${origin}/product-details/${book.id}`)
    await waitFor(engine, heading(book.name))
    if (engine.setOffline) await waitFor(engine, "//*[contains(., 'You are offline.')]")
    await waitFor(engine, "//main//*[contains(normalize-space(), 'as of ')]", 30_000)
    await engine.press(button('Add to Cart'))
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
  problems.push(...(await engine.takeErrors()).map((error) => `An error was not caught: ${error}`))
  return problems
}

/** How many answers the browser keeps, as an expression that is read again until it is above 0. */
const COUNT_KEPT = `(indexedDB.databases().then((all) => {
  if (!all.some(({ name }) => name === 'kept-answers')) return
  const opened = indexedDB.open('kept-answers')
  opened.onsuccess = () => {
    const counted = opened.result.transaction('answers').objectStore('answers').count()
    counted.onsuccess = () => { window.keptAnswers = counted.result; opened.result.close() }
  }
}), window.keptAnswers > 0)`

/** Every screen at the width of a phone: a heading, no error, no sideways scroll. */
export const screens: Walk = async (engine, shop, all) => {
  await begin(engine, shop)
  const answer = await fetch(`${shop.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const line = { ...(await bookOf(shop.origin)), quantity: 1, price: 20_000, image: 'default.png' }
  await engine.read(
    `localStorage.setItem('authToken', ${JSON.stringify(token)}), localStorage.setItem('cart', ${JSON.stringify(JSON.stringify([line]))})`,
  )
  const problems: string[] = []
  for (const { name, path } of all) {
    try {
      await engine.open(shop.origin + path)
      await waitFor(engine, '//main//h1')
      await waitUntil(engine, `!document.querySelector('main [aria-busy="true"]')`, 'The end of its waiting')
      const wide = await engine.read<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (wide > 0) problems.push(`${name} scrolls sideways by ${wide} px.`)
      if (!(await engine.read<boolean>(isDrawn('//footer')))) problems.push(`${name} has no footer.`)
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}.`)
    }
    problems.push(...(await engine.takeErrors()).map((error) => `${name}: an error was not caught: ${error}`))
  }
  return problems
}
