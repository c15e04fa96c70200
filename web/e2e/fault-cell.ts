import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { arrive, CART_OF_TWO, PHONE, PIXEL, send } from './shopper-actions.ts'

/** Effects of the emulator's faults. */
const FAULTS: Readonly<Record<string, object>> = {
  'status 500': { status: 500 },
  'slow by 3 s': { latency: 3000 },
  reset: { reset: true },
  truncated: { truncate: true },
  'an HTML page': { html: true },
  'null in a required field': { contract: 'null-in-required' },
}

export type Cell = { screen: string; path: string; endpoint: string; fault: string }

/** The retries of a failed request end within 14 s, on the page's clock. */
const SETTLED_WITHIN_MS = 30_000
/** Polling interval, in milliseconds. */
const POLL_MS = 200
/** Milliseconds by which each poll advances the page's clock while no request is in flight and the page waits before a retry. */
const SKIPPED_MS = 1000
const WAITING = 'main [aria-busy="true"], main .spinner, main .skeleton'

/** Messages that a page must show if one of its endpoints returns 500. */
const SPECIFIED: Readonly<Record<string, string>> = {
  'home /homepage/sections': 'Please try refreshing the page.',
  'account /customer/info': 'Error: Failed to fetch data',
  'account-orders /customer/order/list': 'Failed to fetch orders',
}

/** Opens a phone in a separate world, with a logged-in customer and a cart of two books. */
async function openPhone(
  browser: Browser,
  origin: string,
): Promise<{ context: BrowserContext; world: string }> {
  const world = randomUUID()
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-UG' })
  // Drawing images takes most of the time, so only deliberately missing ones are requested.
  await context.route(/\/(product|storage\/\w+|category)\/(?!missing)[\w.-]+$/, (route) =>
    route.fulfill({ contentType: 'image/gif', body: PIXEL }),
  )
  await arrive(context, origin, { world, isCustomer: true, stored: { cart: CART_OF_TWO } })
  return { context, world }
}

/** Opens the page of a cell. @returns the problems found, one sentence each */
export async function problemsOf(browser: Browser, origin: string, cell: Cell): Promise<string[]> {
  const { context, world } = await openPhone(browser, origin)
  const problems: string[] = []
  try {
    const effect = FAULTS[cell.fault]
    await send(origin, 'POST', '/__emulator/faults', { world, body: { path: cell.endpoint, effect } })
    const page = await context.newPage()
    await page.clock.install()
    page.on('pageerror', (error) => problems.push(`Uncaught error: ${error.message}`))
    await page.goto(origin + cell.path)
    await checkPage(page, cell, problems)
  } catch (error) {
    problems.push(`The page could not be tested: ${(error as Error).message.split('\n')[0]}`)
  } finally {
    await context.close()
    await send(origin, 'DELETE', '/__emulator/worlds', { body: { name: world } })
  }
  return problems
}

/**
 * Waits until a page shows its content or a failure, and fast-forwards the clock through retries.
 * @returns whether it did
 */
async function settle(page: Page): Promise<boolean> {
  const requested = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requested.add(request)
  })
  page.on('requestfinished', (request) => requested.delete(request))
  page.on('requestfailed', (request) => requested.delete(request))
  const checkSettled = async () => {
    const isSettled = await page.evaluate(
      (waiting) =>
        !document.querySelector(waiting) &&
        (document.querySelector('main')?.textContent?.trim().length ?? 0) > 15,
      WAITING,
    )
    if (!isSettled && requested.size === 0) await page.clock.fastForward(SKIPPED_MS)
    expect(isSettled).toBe(true)
  }
  const limits = { timeout: SETTLED_WITHIN_MS, intervals: [POLL_MS] }
  return expect(checkSettled)
    .toPass(limits)
    .then(() => true)
    .catch(() => false)
}

async function checkPage(page: Page, cell: Cell, problems: string[]): Promise<void> {
  const { screen, endpoint, fault } = cell
  const main = page.getByRole('main')
  const isSettled = await settle(page)
  if (((await main.textContent()) ?? '').trim().length <= 15) problems.push('The page is blank.')
  else if (!isSettled) problems.push('The page is still loading after 30 s.')
  const specified = SPECIFIED[`${screen} ${endpoint}`]
  if (fault === 'status 500' && specified && !(await main.textContent())?.includes(specified))
    problems.push(`"${specified}" is missing.`)
  const cart = page.getByRole('button', { name: /^Cart, 2 items/ })
  // A page from the server shows its text before it is hydrated.
  const hasCart = await cart
    .waitFor({ timeout: SETTLED_WITHIN_MS })
    .then(() => true)
    .catch(() => false)
  if (!hasCart) problems.push('The cart was lost.')
  await page.getByRole('link', { name: /, home$/ }).click()
  const isHome = await page
    .waitForURL((url) => url.pathname === '/', { timeout: SETTLED_WITHIN_MS })
    .then(() => true)
    .catch(() => false)
  if (!isHome) problems.push('The link to the home page does not work.')
}

/** Describes how to reproduce a cell in a running shop. */
export function howToSee(origin: string, { path, endpoint, fault }: Cell): string {
  const body = JSON.stringify({ path: endpoint, effect: FAULTS[fault] })
  return `curl -X POST ${origin}/__emulator/faults -H 'Content-Type: application/json' -d '${body}', then open ${origin}${path}`
}
