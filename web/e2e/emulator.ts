import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { openDb } from 'mock-server/storage/db'
import { PIXEL, waitForHydration } from '../driver/shopper-actions.ts'
import { startEmulator } from '../driver/start-emulator.ts'

export type ShopEmulator = {
  origin: string
  /** Returns the first row of a query on the emulator's SQLite file. */
  row: <Row>(sql: string, ...values: unknown[]) => Row
}

export type RunningEmulator = ShopEmulator & { stop: () => Promise<void> }

/** Serves pages without data, for tests that answer the browser's requests or count them. */
export const WITHOUT_DATA = ['--shop-rendering', 'shell'] as const

/** Starts the emulator as a process on a free port, with a new database and the built shop. */
export async function startShop(...flags: string[]): Promise<RunningEmulator> {
  const built = ['--shop', 'web/dist', '--console', 'mock-server/console/dist']
  const { origin, data, stop } = await startEmulator({ flags: [...built, ...flags] })
  return {
    origin,
    stop,
    row: <Row>(sql: string, ...values: unknown[]) => {
      const db = openDb(join(data, 'emulator.sqlite'))
      try {
        return db.prepare(sql).get(...values) as Row
      } finally {
        db.close()
      }
    },
  }
}

/** Chromium's message about a page with status 404. */
const MISSING_PAGE = /status of 404 .*\/nowhere\)/

/** Prefix of the console message for each Content-Security-Policy violation. */
const BLOCKED = 'Blocked by the policy:'

type Fixtures = {
  emulator: ShopEmulator
  page: Page
  provoked: RegExp | undefined
  keepsOffline: boolean
  waitsForApp: boolean
}

/** Returns the emulator that this worker's test files share, with options of the command. */
type SharedEmulators = (...flags: string[]) => Promise<ShopEmulator>

/** A test with a separate emulator. It fails on any console error, console warning or policy violation. */
export const test = base.extend<Fixtures, { sharedEmulator: SharedEmulators }>({
  sharedEmulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const running = new Map<string, Promise<RunningEmulator>>()
      await use((...flags) => {
        const key = flags.join(' ')
        const emulator = running.get(key) ?? startShop(...flags)
        running.set(key, emulator)
        return emulator
      })
      for (const emulator of running.values()) await (await emulator).stop()
    },
    { scope: 'worker' },
  ],
  // Matches console messages of failures that a test provokes.
  provoked: [undefined, { option: true }],
  // Whether service workers are allowed; tests cannot intercept their responses.
  keepsOffline: [false, { option: true }],
  // Whether goto waits until the page is hydrated. Before that, links are handled by the browser.
  waitsForApp: [true, { option: true }],
  context: async ({ context, keepsOffline }, use) => {
    if (!keepsOffline)
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await use(context)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
  emulator: async ({}, use) => {
    const emulator = await startShop()
    await use(emulator)
    await emulator.stop()
  },
  page: async ({ page, provoked, waitsForApp }, use) => {
    const complaints = await collectComplaints(page, provoked)
    if (waitsForApp) waitForAppWhenOpened(page)
    await use(page)
    expect(complaints, 'console errors, warnings and policy violations').toEqual([])
  },
})

function waitForAppWhenOpened(page: Page): void {
  const { goto, reload } = page
  const waitIfShop = async () => {
    if (await page.evaluate(() => 'earlyInput' in window)) await waitForHydration(page)
  }
  page.goto = async (...args) => {
    const response = await goto.apply(page, args)
    await waitIfShop()
    return response
  }
  page.reload = async (...args) => {
    const response = await reload.apply(page, args)
    await waitIfShop()
    return response
  }
}

/**
 * Collects a page's console errors and warnings, uncaught exceptions and policy violations from now on.
 * @param provoked matches messages to ignore
 */
export async function collectComplaints(page: Page, provoked?: RegExp): Promise<readonly string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`
    const isExpected = isExpectedMissingImage(message) || MISSING_PAGE.test(text) || provoked?.test(text)
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      complaints.push(`${message.type()}: ${text}`)
  })
  page.on('pageerror', ({ stack = '' }) => {
    if (!provoked?.test(stack)) complaints.push(`uncaught: ${stack}`)
  })
  await page.addInitScript((blocked) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(blocked, event.effectiveDirective, event.blockedURI, event.sample)
    })
  }, BLOCKED)
  return complaints
}

/**
 * Uses the worker's shared emulator in a file whose tests change no data of the default world. Its images are replaced,
 * because drawing is slow.
 * @returns an object whose `origin` is only set while tests run, and a function that opens a path of the shop
 */
export function shareEmulator(
  ...flags: string[]
): Pick<ShopEmulator, 'origin'> & { open: (page: Page, path: string) => Promise<unknown> } {
  let shared: ShopEmulator | undefined
  test.beforeAll(async ({ sharedEmulator }) => {
    shared = await sharedEmulator(...flags)
  })
  test.beforeEach(({ page }) => drawNoImages(page))
  const originOf = () => {
    if (!shared) throw new Error('The emulator runs only during the tests of this file.')
    return shared.origin
  }
  return {
    get origin() {
      return originOf()
    },
    open: (page, path) => page.goto(originOf() + path),
  }
}

/** Whether a message reports one of the catalogue's deliberately missing images. */
function isExpectedMissingImage(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || 'http://none/')
  return (
    /status of 404/.test(message.text()) && /^\/(product|storage\/(app\/public\/)?product)\//.test(pathname)
  )
}

function drawNoImages(page: Page): Promise<unknown> {
  return page.route(/\/(product|storage\/\w+|category)\/[\w.-]+\.(webp|png)$/, (route) =>
    route.fulfill({ contentType: 'image/gif', body: PIXEL }),
  )
}

/**
 * Replaces a response with an emulator fault, in a separate world.
 * @param path below /api/v1; every request by default
 * @param body JSON of the response; 'HTML' responds with an error page and status 200
 */
export async function responseWith(
  page: Page,
  { origin }: Pick<ShopEmulator, 'origin'>,
  body: unknown,
  path?: string,
): Promise<void> {
  await page.context().addCookies([{ name: 'emulator_world', value: randomUUID(), url: origin }])
  const effect = body === 'HTML' ? { html: true } : { status: 200, body }
  const fault = await page.request.post(`${origin}/__emulator/faults`, { data: { path, effect } })
  expect(fault.ok()).toBe(true)
}

export { expect }
