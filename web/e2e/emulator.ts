import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { openDb } from 'mock-server/world/db'
import { appDrawn, PIXEL } from './driver.ts'
import { startEmulator as start } from './start-emulator.ts'

export type Emulator = {
  origin: string
  /** The first row of a query against the SQLite file that the running emulator writes. */
  row: <Row>(sql: string, ...values: unknown[]) => Row
}

export type RunningEmulator = Emulator & { stop: () => Promise<void> }

/** Starts the emulator as its own process, on a free port, with a database of its own and the built shop. */
export async function startEmulator(...flags: string[]): Promise<RunningEmulator> {
  const built = ['--shop', 'web/dist', '--console', 'mock-server/console/dist']
  const { origin, data, stop } = await start({ flags: [...built, ...flags] })
  return {
    origin,
    stop,
    row: <Row>(sql: string, ...values: unknown[]) => {
      const { db } = openDb(join(data, 'emulator.sqlite'))
      try {
        return db.prepare(sql).get(...values) as Row
      } finally {
        db.close()
      }
    },
  }
}

/** Chromium's message about the page of an unknown path, whose status is 404. */
const MISSING_PAGE = /status of 404 .*\/nowhere\)/

/** What a page writes to the console of each thing that its Content-Security-Policy has blocked. */
const BLOCKED = 'Blocked by the policy:'

/** A test with an emulator of its own and a page that fails it on any console error or warning, or blocked content. */
export const test = base.extend<{
  emulator: Emulator
  page: Page
  provoked: RegExp | undefined
  keepsOffline: boolean
  waitsForApp: boolean
}>({
  // What the browser itself reports of a failure that a test provokes.
  provoked: [undefined, { option: true }],
  // Whether the browser has service workers; a test cannot replace what one of them answers.
  keepsOffline: [false, { option: true }],
  // Whether opening a page takes until the app has drawn it. Before that, links are the browser's own, and elements are
  // those of index.html, which the app replaces.
  waitsForApp: [true, { option: true }],
  context: async ({ context, keepsOffline }, use) => {
    if (!keepsOffline)
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await use(context)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  emulator: async ({}, use) => {
    const emulator = await startEmulator()
    await use(emulator)
    await emulator.stop()
  },
  page: async ({ page, provoked, waitsForApp }, use) => {
    const complaints = await collectComplaints(page, provoked)
    if (waitsForApp) waitForAppWhenOpened(page)
    await use(page)
    expect(complaints, 'the console stays quiet').toEqual([])
  },
})

function waitForAppWhenOpened(page: Page): void {
  const { goto, reload } = page
  const appOfShop = async () => {
    if (await page.evaluate(() => 'early' in window)) await appDrawn(page)
  }
  page.goto = async (...args) => {
    const response = await goto.apply(page, args)
    await appOfShop()
    return response
  }
  page.reload = async (...args) => {
    const response = await reload.apply(page, args)
    await appOfShop()
    return response
  }
}

/**
 * Everything that the browser complains of on a page from now on: errors and warnings of the console, uncaught errors,
 * and what the Content-Security-Policy blocks.
 * @param provoked what a test provokes, and is not collected
 */
export async function collectComplaints(page: Page, provoked?: RegExp): Promise<readonly string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    const said = `${message.text()} (${message.location().url})`
    const expected = isExpectedMissingImage(message) || MISSING_PAGE.test(said) || provoked?.test(said)
    if (['error', 'warning'].includes(message.type()) && !expected)
      complaints.push(`${message.type()}: ${said}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack}`))
  await page.addInitScript((blocked) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(blocked, event.effectiveDirective, event.blockedURI, event.sample)
    })
  }, BLOCKED)
  return complaints
}

/**
 * One emulator for a whole file, whose tests change nothing that it holds; its pictures are not drawn.
 * @returns where it listens, once the file's tests run
 */
export function shareEmulator(...flags: string[]): Pick<Emulator, 'origin'> {
  let running: RunningEmulator | undefined
  test.beforeAll(async () => {
    running = await startEmulator(...flags)
  })
  test.afterAll(() => running?.stop())
  test.beforeEach(({ page }) => drawNoImages(page))
  return {
    get origin() {
      if (!running) throw new Error('The emulator is up only while the tests of the file run.')
      return running.origin
    },
  }
}

/** Some pictures of the catalogue are missing on purpose; the browser itself reports each as it falls back. */
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
 * Lets the host answer with something else in a world of this test's own, by a fault of the emulator.
 * @param path below /api/v1; every call where it is left out
 * @param body the JSON of the answer; 'HTML' is an error page with the status of a success
 */
export async function responseWith(
  page: Page,
  { origin }: Pick<Emulator, 'origin'>,
  body: unknown,
  path?: string,
): Promise<void> {
  await page.context().addCookies([{ name: 'emulator_world', value: randomUUID(), url: origin }])
  const effect = body === 'HTML' ? { html: true } : { status: 200, body }
  const fault = await page.request.post(`${origin}/__emulator/faults`, { data: { path, effect } })
  expect(fault.ok()).toBe(true)
}

export { expect }
