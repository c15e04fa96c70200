import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import puppeteer, { type Page } from 'puppeteer-core'
import { UserError } from '../../contracts/src/command-line/user-error.ts'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { PHONE, tokenOf } from '../../web/driver/shopper-actions.ts'
import { commandLine, parsePositiveInteger, print } from '../command-line.ts'
import { fetchPackage, findChromium } from '../toolchain/programs.ts'
import { checkLimit, median, startShop } from './lab.ts'

const { runs, compare } = commandLine(
  'bench:web',
  "Measures the shop's pages with Lighthouse's simulated phone, and compares the results with budgets.",
)
  .option('--runs <N>', 'loads per page; the median is used', parsePositiveInteger, 5)
  .option('--compare <ORIGIN>', 'another running shop, such as an earlier commit; both are measured in turn')
  .parse()
  .opts()

type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: Transfer[] } }>
  environment: { benchmarkIndex: number }
}
type Transfer = { resourceType: string; requestCount: number; transferSize: number }
type Result = { lhr: Report }
type Lighthouse = {
  navigation: (page: Page, url: string, options: { flags: object }) => Promise<Result>
  startTimespan: (page: Page, options: { flags: object }) => Promise<{ endTimespan: () => Promise<Result> }>
}
// Fetched after the options were read, so that --help is quick.
const core = join(fetchPackage('lighthouse', '13.5.0'), 'lighthouse', 'core', 'index.js')
const lighthouse: Lighthouse = await import(pathToFileURL(core).href)

const score =
  (category: string) =>
  ({ categories }: Report) =>
    Math.round((categories[category]?.score ?? 0) * 100)
const audit =
  (name: string) =>
  ({ audits }: Report) =>
    audits[name]?.numericValue ?? Number.NaN
const transfer = ({ audits }: Report, type: string) =>
  audits['resource-summary']?.details?.items?.find(({ resourceType }) => resourceType === type)
const kilobytes = (report: Report, type: string) =>
  (transfer(report, type)?.transferSize ?? Number.NaN) / 1024

const SCORES = {
  performance: score('performance'),
  accessibility: score('accessibility'),
  bestPractices: score('best-practices'),
  seo: score('seo'),
}
/** Times are in milliseconds, sizes in KB of 1024 bytes. */
const METRICS = {
  ...SCORES,
  fcp: audit('first-contentful-paint'),
  lcp: audit('largest-contentful-paint'),
  tbt: audit('total-blocking-time'),
  cls: audit('cumulative-layout-shift'),
  requests: (report: Report) => transfer(report, 'total')?.requestCount ?? Number.NaN,
  totalKb: (report: Report) => kilobytes(report, 'total'),
  scriptKb: (report: Report) => kilobytes(report, 'script'),
  /** Lighthouse's measure of the machine. Below about 1,500, times and scores are unreliable. */
  machine: ({ environment }: Report) => environment.benchmarkIndex,
}
type PageLoad = Record<keyof typeof METRICS, number>

const EVERY_PAGE: Partial<PageLoad> = {
  performance: 99,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  fcp: 1000,
  lcp: 1300,
  cls: 0.02,
  requests: 20,
}
const PRODUCT = '/product-details/40'
/** Limits by page. Scores are minimums, all other values are maximums. */
const PAGES: Record<string, Partial<PageLoad>> = {
  '/': { ...EVERY_PAGE, totalKb: 250, scriptKb: 100 },
  '/shop': { ...EVERY_PAGE, totalKb: 230, scriptKb: 109 },
  [PRODUCT]: { ...EVERY_PAGE, totalKb: 220, scriptKb: 112 },
}
/** Maximum ratio between the blocking times of this checkout and the compared shop. */
const MAX_TBT_RATIO = 1.1
/**
 * Limits for two complete visits (the second with a warm cache), the longest interaction, and a product page on a slow
 * network.
 */
const VISIT = { firstKb: 500, secondKb: 40, inp: 200, slowFcp: 4000, slowInteractive: 12_000 }
/** 400 kbit/s with a round trip of 400 ms, and a CPU that is six times slower. */
const SLOW_NETWORK = {
  throttlingMethod: 'devtools',
  throttling: {
    requestLatencyMs: 400,
    downloadThroughputKbps: 400,
    uploadThroughputKbps: 400,
    cpuSlowdownMultiplier: 6,
  },
}
const SMALL_PHONE = { screenEmulation: { ...PHONE, mobile: true, deviceScaleFactor: 1 } }
/** Time on each page in milliseconds, in which the images near the viewport load and messages close. */
const STAY_MS = 2500

/** Opens a page in a new browser with an empty profile. */
async function runInNewBrowser<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await puppeteer.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS,
    defaultViewport: null,
  })
  try {
    return await use(await browser.newPage())
  } finally {
    await browser.close()
  }
}

/** Measures a page load, by default on Lighthouse's simulated phone. @throws UserError if the page does not load */
function loadPage(url: string, flags = {}): Promise<Report> {
  return runInNewBrowser(async (page) => {
    const { lhr } = await lighthouse.navigation(page, url, { flags })
    if (lhr.runtimeError) throw new UserError(`${url} could not be measured: ${lhr.runtimeError.message}`)
    return lhr
  })
}

const mapMetrics = (readMetric: (metric: keyof PageLoad) => number) =>
  Object.fromEntries(
    (Object.keys(METRICS) as (keyof PageLoad)[]).map((metric) => [metric, readMetric(metric)]),
  ) as PageLoad

/** Measures a page of each shop in turn, so that noise affects all of them. @returns medians by origin */
async function measurePage(path: string, origins: readonly string[], runs: number): Promise<PageLoad[]> {
  const loads = origins.map((): Report[] => [])
  for (let run = 0; run < runs; run++)
    for (const [index, origin] of origins.entries()) loads[index]?.push(await loadPage(origin + path))
  return loads.map((shop) =>
    mapMetrics((metric) => Math.round(median(shop.map(METRICS[metric])) * 1000) / 1000),
  )
}

const stay = () => new Promise((done) => setTimeout(done, STAY_MS))
const click = (page: Page, selector: string) => page.locator(selector).click()

async function openCart(page: Page, origin: string): Promise<void> {
  await page.goto(origin + PRODUCT)
  await click(page, '::-p-aria([name="Add to Cart"][role="button"])')
  await stay()
  // By keyboard, because the toast may cover the button.
  await page.focus('.header-cart button')
  await page.keyboard.press('Enter')
}

/** Visits home, shop, product, cart, delivery and checkout. A saved address is already selected. */
async function shopToCheckout(page: Page, origin: string): Promise<void> {
  for (const path of ['/', '/shop']) {
    await page.goto(origin + path)
    await stay()
  }
  await openCart(page, origin)
  await click(page, '::-p-text(Proceed to Checkout)')
  await page.locator('textarea').fill('Call at the gate')
  await click(page, '::-p-text(I confirm that my details)')
  await stay()
  await click(page, '::-p-text(Proceed to Payment)')
  await page.locator('::-p-aria([name="Checkout"][role="heading"])').wait()
  await stay()
}

/** Opens the menu, types into the search, and changes the cart. */
async function useControls(page: Page, origin: string): Promise<void> {
  await page.goto(origin)
  await click(page, '::-p-aria([name="Menu"][role="button"])')
  await page.locator('[role=dialog]').wait()
  await stay()
  await page.keyboard.press('Escape')
  await click(page, 'input[type=search]')
  await page.keyboard.type('math', { delay: 120 })
  await page.keyboard.press('Enter')
  await page.locator('main .product-card').wait()
  await openCart(page, origin)
  await click(page, 'button[aria-label^=Increase]')
  await stay()
}

type Visit = Report & {
  /** Transfer size of the service worker's requests, which Lighthouse does not see. */
  workerKb: number
}

/** Logs a customer in, and calls `act` during a Lighthouse timespan for each of `flags`, in one browser. */
function measureVisits(origin: string, flags: readonly object[], act: typeof useControls): Promise<Visit[]> {
  return runInNewBrowser(async (page) => {
    let workerKb = 0
    page.browser().on('targetcreated', async (target) => {
      if (target.type() !== 'service_worker') return
      const session = await target.createCDPSession()
      session.on('Network.loadingFinished', ({ encodedDataLength }) => (workerKb += encodedDataLength / 1024))
      await session.send('Network.enable')
    })
    await page.goto(`${origin}/favicon.svg`)
    await page.evaluate((token) => localStorage.setItem('authToken', token), await tokenOf(origin))
    const visits: Visit[] = []
    for (const each of flags) {
      workerKb = 0
      const timespan = await lighthouse.startTimespan(page, { flags: { ...SMALL_PHONE, ...each } })
      await act(page, origin)
      visits.push({ ...(await timespan.endTimespan()).lhr, workerKb })
      await page.evaluate(() => localStorage.removeItem('cart'))
    }
    return visits
  })
}

const sizeOf = (visit: Visit | undefined) => (visit ? kilobytes(visit, 'total') + visit.workerKb : Number.NaN)

async function measureVisit(origin: string, runs: number): Promise<typeof VISIT> {
  const sizes = { onlyAudits: ['resource-summary'] }
  const [first, second] = await measureVisits(origin, [sizes, sizes], shopToCheckout)
  const inp = { onlyAudits: ['interaction-to-next-paint'], throttlingMethod: 'devtools' }
  const sessions: Report[] = []
  for (let run = 0; run < runs; run++) sessions.push(...(await measureVisits(origin, [inp], useControls)))
  const slow = await loadPage(origin + PRODUCT, { ...SLOW_NETWORK, onlyCategories: ['performance'] })
  return {
    firstKb: sizeOf(first),
    secondKb: sizeOf(second),
    inp: median(sessions.map(audit('interaction-to-next-paint'))),
    slowFcp: audit('first-contentful-paint')(slow),
    slowInteractive: audit('interactive')(slow),
  }
}

async function bench(origin: string, runs: number, compared?: string): Promise<void> {
  for (const [path, limits] of Object.entries(PAGES)) {
    const [load, other] = await measurePage(path, compared ? [origin, compared] : [origin], runs)
    if (!load) continue
    print(path)
    console.table({ 'this checkout': load, ...(other ? { [`${compared}`]: other } : {}) })
    for (const [metric, limit] of Object.entries(limits) as [keyof PageLoad, number][])
      checkLimit(`${path} ${metric}`, load[metric], { limit, isMinimum: metric in SCORES })
    if (other) checkLimit(`${path} tbt ratio`, load.tbt / Math.max(other.tbt, 1), { limit: MAX_TBT_RATIO })
  }
  const visit = await measureVisit(origin, runs)
  for (const [metric, limit] of Object.entries(VISIT) as [keyof typeof VISIT, number][])
    checkLimit(`complete visit ${metric}`, visit[metric], { limit })
}

const { origin, stop } = await startShop()
try {
  await bench(origin, runs, compare)
} finally {
  await stop()
}
