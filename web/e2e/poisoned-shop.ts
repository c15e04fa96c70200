/** The shop in a browser while the answers of its host are poisoned, and what must hold on each of its screens. */
import type { Browser, Page, Route } from '@playwright/test'
import type { Endpoint } from 'contracts/endpoint'
import { arrive, buttonOf, CART_OF_TWO, PHONE } from './driver.ts'
import { collectComplaints } from './emulator.ts'
import { endpointOf, mixedResponse, poisonedResponse, type Where } from './poison.ts'

/** Which answers to poison. `only` names one endpoint and leaves the others unchanged. */
type Poisoning = { poison: string; where: Where; only?: Endpoint } | { mixture: string; turn: number }

/** Answers of the emulator by method and address, before they are poisoned. */
export type RealResponses = Map<string, { declared: Endpoint; body: unknown }>

/** What the browser reports of a failure that a poison provokes: pictures and calls with hostile names. */
const PROVOKED =
  /Failed to load resource|ERR_(UNKNOWN_URL_SCHEME|INVALID_URL|FAILED|ABORTED|CONTENT_DECODING_FAILED)|Not allowed to load|preload/
/** A description is read by a parser that runs nothing; the browser reports the handlers in it all the same. */
const PARSED_HANDLER = /inline event handler|Blocked by the policy: script-src-attr/

const WAITING = 'main [aria-busy="true"], main .spinner, main .skeleton'
/** How long a screen may wait before it is looked at as it is: some answers are asked for again. */
const SETTLED_WITHIN_MS = 2500

export class PoisonedShop {
  private readonly problems: string[] = []
  private readonly page: Page
  private readonly origin: string
  private readonly real: RealResponses
  private complaints: readonly string[] = []
  private seen = 0
  /** May be changed between two visits; nothing is poisoned where there is none. */
  poisoning: Poisoning | null

  private constructor(page: Page, origin: string, poisoning: Poisoning | null, real: RealResponses) {
    this.page = page
    this.origin = origin
    this.poisoning = poisoning
    this.real = real
  }

  /** A phone with a customer who is logged in, and a cart with two books. */
  static async open(
    browser: Browser,
    origin: string,
    poisoning: Poisoning | null,
    real: RealResponses,
    stored: Readonly<Record<string, string>> = {},
  ): Promise<PoisonedShop> {
    const context = await browser.newContext({ viewport: PHONE, locale: 'en-UG' })
    const entries = { cart: CART_OF_TWO, ...stored }
    await arrive(context, origin, { isCustomer: true, stored: entries, isReset: true })
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

  /** Opens a screen as a visit of its own. @returns what is wrong with it, one sentence each */
  async visit(path: string): Promise<string[]> {
    // An address with a fragment would be the same visit to the browser.
    if (path.includes('#')) await this.page.goto('about:blank')
    await this.page.goto(this.origin + path)
    return this.look(path)
  }

  /** Presses the first button whose name begins so, if there is one: what it belongs to may be poisoned away. */
  async tap(name: string): Promise<string[]> {
    const button = buttonOf(this.page, name)
    return (await button.count()) > 0 ? this.act(name, () => button.click()) : []
  }

  /** Goes to a screen within the shop. @returns what is wrong with it, one sentence each */
  async goTo(path: string): Promise<string[]> {
    await goWithin(this.page, path)
    return this.look(path)
  }

  /** Acts on the screen in view, as opening a menu. @returns what is wrong then, one sentence each */
  async act(what: string, action: (page: Page) => Promise<unknown>): Promise<string[]> {
    try {
      await action(this.page)
    } catch (error) {
      return [`${what}: ${(error as Error).message.split('\n')[0]}`]
    }
    return this.look(what)
  }

  /** Waits until the screen asks nothing more: all that it asks is then among the real answers. */
  async settle(): Promise<void> {
    await this.page.waitForLoadState('networkidle')
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
      body: poisoning === null ? JSON.stringify(body) : responseOf(declared, body, poisoning),
    })
  }

  private async look(where: string): Promise<string[]> {
    const { page } = this
    await page
      .waitForFunction(
        (waiting) => document.querySelector('main h1') && !document.querySelector(waiting),
        WAITING,
        { timeout: SETTLED_WITHIN_MS },
      )
      .catch(() => undefined)
    const seen = await page.evaluate(whatIsWrong)
    const isParsed = JSON.stringify(this.poisoning).match(/"(script and handlers|texts)"/) !== null
    const complaints = this.complaints
      .slice(this.seen)
      .filter((complaint) => !(isParsed && PARSED_HANDLER.test(complaint)))
    this.seen = this.complaints.length
    return [...seen, ...complaints, ...this.problems.splice(0)].map((problem) => `${where}: ${problem}`)
  }
}

function responseOf(declared: Endpoint, body: unknown, poisoning: Poisoning): string {
  if ('mixture' in poisoning) return mixedResponse(declared, body, poisoning.mixture, poisoning.turn)
  const { poison, where, only = declared } = poisoning
  return only === declared ? poisonedResponse(declared, body, poison, where) : JSON.stringify(body)
}

/** How long another page may take to come into view; two paths can also be of one page. */
const DRAWN_WITHIN_MS = 700

/** Goes to a screen as a link of the shop does, and waits until the page that was left is gone. */
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

/** What is wrong with the page that it runs in, one sentence each. */
export function whatIsWrong(): string[] {
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
  if (leak) problems.push(`the page reads "${leak[0]}"`)
  for (const element of document.querySelectorAll('[href], [action], [formaction], iframe[src]')) {
    const address = ['href', 'action', 'formaction', 'src']
      .map((name) => element.getAttribute(name))
      .find((value) => value !== null)
    const { protocol } = element as HTMLAnchorElement
    if (protocol === 'javascript:' || /^javascript:/i.test((address ?? '').replace(/[\s\p{Cc}]/gu, '')))
      problems.push(`${element.localName} leads to ${address}`)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth + 1 &&
        ![...element.children].some((child) => child.getBoundingClientRect().right > clientWidth + 1),
    )
    const names = wide.slice(0, 3).map((element) => `${element.localName}.${element.className}`)
    problems.push(`the page scrolls sideways by ${scrollWidth - clientWidth} px: ${names.join(', ')}`)
  }
  return problems
}
