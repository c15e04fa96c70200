import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import {
  addToCart,
  appDrawn,
  arrive,
  cartButton,
  cartOf,
  cartOn,
  PHONE,
  send,
} from '../../../web/e2e/shopper-actions.ts'
import { UserError } from '../../runtime.mjs'
import type { ShopBrowser } from '../start.ts'

/** Printable area of an A4 page in CSS pixels: 210 by 297 mm minus the shop's print margins of 12 mm. */
const PAPER = { width: 703, height: 1032 }

/** Time limit of a step, in milliseconds. */
const STEP_TIMEOUT = 60_000

export type Frame = { image: Buffer; caption: string; isPaper: boolean }

/** A scenario whose steps become the frames of a filmstrip. */
export type Filmstrip = {
  name: string
  /** Whether the demo customer is logged in. */
  isCustomer?: boolean
  /** Initial cart: product ids and quantities. */
  cart?: readonly (readonly [id: number, quantity: number])[]
  play: (scenario: Scenario) => Promise<void>
}

/** A shopper on a phone, in a separate world of the emulator. */
export class Scenario {
  readonly frames: Frame[] = []
  readonly page: Page
  readonly context: BrowserContext
  private readonly filmstrip: string
  private readonly origin: string

  private constructor(filmstrip: string, origin: string, page: Page) {
    this.filmstrip = filmstrip
    this.origin = origin
    this.page = page
    this.context = page.context()
  }

  /** Plays a scenario. @returns its frames. @throws UserError with the failed step */
  static async through(filmstrip: Filmstrip, { origin, browser }: ShopBrowser): Promise<Frame[]> {
    const world = worldOf(filmstrip.name)
    const context = await browser.newContext({
      viewport: PHONE,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Africa/Kampala',
    })
    try {
      context.setDefaultTimeout(STEP_TIMEOUT)
      const { isCustomer, cart } = filmstrip
      const stored = cart ? { cart: await cartOf(origin, cart) } : {}
      await arrive(context, origin, { world, isCustomer, stored, keepsOffline: true })
      const scenario = new Scenario(filmstrip.name, origin, await context.newPage())
      await filmstrip.play(scenario)
      return scenario.frames
    } finally {
      await context.close()
    }
  }

  /**
   * Runs a step and takes a screenshot.
   * @param sees element that must be visible, and to which the page is scrolled
   * @param isPaper whether to use the print styles
   */
  async step(caption: string, act: () => Promise<unknown>, sees: Locator, isPaper = false): Promise<void> {
    const page = sees.page()
    try {
      await act()
      if (isPaper) {
        await page.setViewportSize(PAPER)
        await page.emulateMedia({ media: 'print' })
      }
      await sees.waitFor()
      await bringIntoView(sees)
      await imagesInView(page)
      this.frames.push({ image: await screenshotAtRest(page), caption, isPaper })
      if (!(await sees.isVisible())) throw new Error('the element disappeared before the screenshot')
    } catch (error) {
      const [reason] = (error as Error).message.split('\n')
      throw new UserError(
        `The tour stopped in the filmstrip "${this.filmstrip}" at step ${this.frames.length + 1}, "${caption}": ${reason}`,
      )
    }
  }

  /** Opens a path of the shop and waits until the app has rendered it. */
  async open(path: string, page = this.page): Promise<void> {
    await page.goto(new URL(path, this.origin).href)
    await appDrawn(page)
    await page.waitForLoadState('networkidle')
  }

  /** Opens a page on a second shopper's phone, with separate storage. */
  async otherPhone(): Promise<Page> {
    const browser = this.context.browser() as Browser
    const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
    this.context.once('close', () => void context.close().catch(() => {}))
    context.setDefaultTimeout(STEP_TIMEOUT)
    return context.newPage()
  }

  /** Returns the toast that appears after adding a product to the cart. */
  added(page = this.page): Locator {
    return page.getByText(/ added to cart!$/).first()
  }

  /** Opens the cart from the header and waits until no toast covers it. */
  async openCart(holds = '', page = this.page): Promise<void> {
    await cartButton(page, holds).click()
    await this.added(page).waitFor({ state: 'hidden' })
  }

  /** Adds the product in view to the cart and opens the cart. */
  async addToCart(holds: string): Promise<void> {
    await addToCart(this.page)
    await this.added().waitFor()
    await this.openCart(holds)
  }

  /** Returns the open cart. */
  cart(page = this.page): Locator {
    return cartOn(page)
  }

  /** Sends a request to the control API in this shopper's world. */
  control(method: 'GET' | 'POST', path: string, body?: unknown) {
    return send(this.origin, method, `/__emulator${path}`, { body, world: worldOf(this.filmstrip) })
  }
}

const worldOf = (filmstrip: string) => `tour-${filmstrip}`

/** Takes screenshots until two in a row are equal, which means that animations have ended. */
async function screenshotAtRest(page: Page): Promise<Buffer> {
  let last = await page.screenshot()
  for (let tries = 0; tries < 20; tries += 1) {
    const next = await page.screenshot()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error('the page does not stop changing')
}

/** Scrolls an element to the middle of the viewport, unless it is completely visible. */
async function bringIntoView(element: Locator): Promise<void> {
  await element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) node.scrollIntoView({ block: 'center' })
  })
}

/** Waits until the fonts and all visible images have loaded. */
async function imagesInView(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, right, bottom, left, width } = image.getBoundingClientRect()
      const isInView = width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
      return !isInView || (image.currentSrc !== '' && image.complete)
    }),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.complete && image.decode().catch(() => {})))
  })
}
