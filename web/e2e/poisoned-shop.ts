/** The shop in a browser with poisoned responses of its host, and the checks of each page. */
import type { Browser, Page, Route } from '@playwright/test'
import type { Endpoint } from 'contracts/endpoint'
import { collectComplaints } from './emulator.ts'
import { endpointOf, poisonedResponse } from './poison.ts'
import { arrive, CART_OF_TWO, PHONE } from './shopper-actions.ts'

type Poisoning = { mixture: string; turn: number }

/** The emulator's responses by method and URL, before poisoning. */
export type RealResponses = Map<string, { declared: Endpoint; body: unknown }>

/** Console messages that poisons provoke: images and requests with hostile names. */
const PROVOKED =
  /Failed to load resource|ERR_(UNKNOWN_URL_SCHEME|INVALID_URL|FAILED|ABORTED|CONTENT_DECODING_FAILED)|Not allowed to load|preload/
/** Matches reports of inline handlers in descriptions, which are parsed without running scripts. */
const PARSED_HANDLER = /inline event handler|Blocked by the policy: script-src-attr/

const WAITING = 'main [aria-busy="true"], main .spinner, main .skeleton'
/** Time limit for a page to settle, in milliseconds; some requests are retried. */
const SETTLED_WITHIN_MS = 2500

export class PoisonedShop {
  private readonly problems: string[] = []
  private readonly page: Page
  private readonly origin: string
  private readonly real: RealResponses
  private complaints: readonly string[] = []
  private reported = 0
  private readonly poisoning: Poisoning | null

  private constructor(page: Page, origin: string, poisoning: Poisoning | null, real: RealResponses) {
    this.page = page
    this.origin = origin
    this.poisoning = poisoning
    this.real = real
  }

  /** Opens the shop on a phone, with a logged-in customer and a cart of two books. */
  static async open(
    browser: Browser,
    origin: string,
    poisoning: Poisoning | null,
    real: RealResponses,
  ): Promise<PoisonedShop> {
    const context = await browser.newContext({ viewport: PHONE, locale: 'en-UG' })
    await arrive(context, origin, { isCustomer: true, stored: { cart: CART_OF_TWO }, isReset: true })
    const page = await context.newPage()
    const shop = new PoisonedShop(page, origin, poisoning, real)
    shop.complaints = await collectComplaints(page, PROVOKED)
    page.on('dialog', (dialog) => {
      shop.problems.push(`a dialog opened: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.route(/\/(product|storage\/\w+|category)\//, (route) => route.abort())
    await page.route('**/api/v1/**', (route) => shop.response(route))
    return shop
  }

  /** Loads a page. @returns the problems found, one sentence each */
  async visit(path: string): Promise<string[]> {
    // Navigating to a URL that differs only in its fragment does not load the page.
    if (path.includes('#')) await this.page.goto('about:blank')
    await this.page.goto(this.origin + path)
    return this.check(path)
  }

  /** Navigates to a page within the shop. @returns the problems found, one sentence each */
  async goTo(path: string): Promise<string[]> {
    await goWithin(this.page, path)
    return this.check(path)
  }

  /** Acts on the current page, such as opening a menu. @returns the problems found, one sentence each */
  async act(what: string, action: (page: Page) => Promise<unknown>): Promise<string[]> {
    try {
      await action(this.page)
    } catch (error) {
      return [`${what}: ${(error as Error).message.split('\n')[0]}`]
    }
    return this.check(what)
  }

  async close(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'wait' })
    await this.page.context().close()
  }

  private async response(route: Route): Promise<void> {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const declared = endpointOf(request.method(), pathname.slice('/api/v1'.length))
    if (!declared || request.method() !== 'GET') return route.continue()
    const key = pathname + search
    if (!this.real.has(key)) {
      const response = await route.fetch()
      if (response.status() !== 200) return route.fulfill({ response: response })
      this.real.set(key, { declared, body: await response.json() })
    }
    const body = this.real.get(key)?.body
    const { poisoning } = this
    await route.fulfill({
      contentType: 'application/json',
      body:
        poisoning === null
          ? JSON.stringify(body)
          : poisonedResponse(declared, body, poisoning.mixture, poisoning.turn),
    })
  }

  private async check(where: string): Promise<string[]> {
    const { page } = this
    await page
      .waitForFunction(
        (waiting) => document.querySelector('main h1') && !document.querySelector(waiting),
        WAITING,
        { timeout: SETTLED_WITHIN_MS },
      )
      .catch(() => undefined)
    const found = await page.evaluate(findProblems)
    const isParsed = this.poisoning?.mixture === 'texts'
    const complaints = this.complaints
      .slice(this.reported)
      .filter((complaint) => !(isParsed && PARSED_HANDLER.test(complaint)))
    this.reported = this.complaints.length
    return [...found, ...complaints, ...this.problems.splice(0)].map((problem) => `${where}: ${problem}`)
  }
}

/** Time limit for a navigation, in milliseconds; if two paths have the same page, nothing is removed. */
const DRAWN_WITHIN_MS = 700

/** Navigates as a link does, and waits until the previous page is removed. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main')?.firstElementChild?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page
    .waitForFunction(() => !document.querySelector('main > [data-left]'), undefined, {
      timeout: DRAWN_WITHIN_MS,
    })
    .catch(() => undefined)
}

/** Runs in the page. Returns the problems found, one sentence each. */
export function findProblems(): string[] {
  const problems: string[] = []
  const { ran } = window as { ran?: string }
  if (ran !== undefined) problems.push(`a script ran, from ${ran}`)
  if (Object.keys(Object.prototype).length > 0 || 'polluted' in {} || 'polluted' in (() => undefined))
    problems.push('the prototype of all objects was changed')
  const main = document.querySelector('main')
  const text = main?.textContent?.trim() ?? ''
  const shown = [main, ...document.querySelectorAll('[role="dialog"]')].map((part) => part?.textContent)
  if (text.length <= 15) problems.push('the page is blank')
  if (!main?.querySelector('h1')) problems.push('the page has no heading')
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
