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
} from '../../../web/e2e/driver.ts'
import { UserError } from '../../runtime.mjs'
import type { ShopBrowser } from '../start.ts'

/** A4 between the margins that the shop's style sheets ask for, in CSS pixels: 210 by 297 mm without 12 mm on each side. */
const PAPER = { width: 703, height: 1032 }

/** Milliseconds that a step may wait for what it looks for. */
const STEP_TIMEOUT = 60_000

export type Frame = { image: Buffer; caption: string; isPaper: boolean }

/** What a shopper does, step by step; each step becomes a frame of the story's strip. */
export type Filmstrip = {
  name: string
  /** The demo customer is logged in. */
  isCustomer?: boolean
  /** What is in the cart from the beginning: product and quantity. */
  cart?: readonly (readonly [id: number, quantity: number])[]
  walk: (walk: Walk) => Promise<void>
}

/** One shopper on a phone, in a world of the emulator of their own. */
export class Walk {
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

  /** Walks a story to its end. @throws UserError naming the story and the step that does not find what it looks for */
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
      const walk = new Walk(filmstrip.name, origin, await context.newPage())
      await filmstrip.walk(walk)
      return walk.frames
    } finally {
      await context.close()
    }
  }

  /**
   * One step and its picture: does something, then looks for what the step is about.
   * @param sees what must be visible; the picture is of its page, scrolled to it
   * @param isPaper takes the page as it is printed
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
      if (!(await sees.isVisible())) throw new Error('what it shows was gone before its picture was taken')
    } catch (error) {
      const [reason] = (error as Error).message.split('\n')
      throw new UserError(
        `The tour stopped in the story "${this.filmstrip}" at step ${this.frames.length + 1}, "${caption}": ${reason}`,
      )
    }
  }

  /** Opens an address of the shop, and waits until the app has drawn it. */
  async open(path: string, page = this.page): Promise<void> {
    await page.goto(new URL(path, this.origin).href)
    await appDrawn(page)
    await page.waitForLoadState('networkidle')
  }

  /** Another shopper's phone, which shares nothing with this one. */
  async otherPhone(): Promise<Page> {
    const browser = this.context.browser() as Browser
    const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
    this.context.once('close', () => void context.close().catch(() => {}))
    context.setDefaultTimeout(STEP_TIMEOUT)
    return context.newPage()
  }

  /** The message that something is in the cart. */
  added(page = this.page): Locator {
    return page.getByText(/ added to cart!$/).first()
  }

  /** Opens the cart from the header, and waits until no message lies over it. */
  async openCart(holds = '', page = this.page): Promise<void> {
    await cartButton(page, holds).click()
    await this.added(page).waitFor({ state: 'hidden' })
  }

  /** Adds the product in view to the cart, and opens the cart. */
  async addToCart(holds: string): Promise<void> {
    await addToCart(this.page)
    await this.added().waitFor()
    await this.openCart(holds)
  }

  /** The cart as the header's button opens it. */
  cart(page = this.page): Locator {
    return cartOn(page)
  }

  /** A call of the emulator's control API in this shopper's world. */
  control(method: 'GET' | 'POST', path: string, body?: unknown) {
    return send(this.origin, method, `/__emulator${path}`, { body, world: worldOf(this.filmstrip) })
  }
}

const worldOf = (filmstrip: string) => `tour-${filmstrip}`

/** A picture of what is in view, once two in a row are the same: nothing moves or fades any more. */
async function screenshotAtRest(page: Page): Promise<Buffer> {
  let last = await page.screenshot()
  for (let tries = 0; tries < 20; tries += 1) {
    const next = await page.screenshot()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error('the page does not come to rest')
}

/** Scrolls an element to the middle of the screen, unless the whole of it is in view. */
async function bringIntoView(element: Locator): Promise<void> {
  await element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) node.scrollIntoView({ block: 'center' })
  })
}

/** Waits until the fonts have loaded, and each image that is in view. */
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
