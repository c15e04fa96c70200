import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { chromium } from '../checks/programs.ts'
import { commandLine, print, UserError, wholeNumber } from '../command.ts'
import { checkLimit, median, startShop } from './lab.ts'
import { measureVisit, type Visit } from './web-visit.ts'

/** Downloaded by npm for the run, because it is large. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: Record<string, unknown>[] } }>
  environment: { benchmarkIndex: number }
}

const score =
  (category: string) =>
  ({ categories }: Report) =>
    Math.round((categories[category]?.score ?? 0) * 100)
const audit =
  (name: string) =>
  ({ audits }: Report) =>
    audits[name]?.numericValue ?? Number.NaN
const requestsOf = ({ audits }: Report) => audits['network-requests']?.details?.items ?? []
const kilobytes = (items: Record<string, unknown>[]) =>
  items.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0) / 1024

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
  requests: (report: Report) => requestsOf(report).length,
  totalKb: (report: Report) => kilobytes(requestsOf(report)),
  scriptKb: (report: Report) =>
    kilobytes(requestsOf(report).filter(({ resourceType }) => resourceType === 'Script')),
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
/** Limits by page. Scores are minimums, all other values are maximums. */
const PAGES: Record<string, Partial<PageLoad>> = {
  '/': { ...EVERY_PAGE, totalKb: 250, scriptKb: 100 },
  '/shop': { ...EVERY_PAGE, totalKb: 230, scriptKb: 109 },
  '/product-details/40': { ...EVERY_PAGE, totalKb: 220, scriptKb: 112 },
}
/** Maximum ratio between the blocking times of this checkout and the compared shop. */
const MAX_TBT_RATIO = 1.1
/** Limits of a complete visit: home, shop, product, cart, delivery, checkout. */
const VISIT: Visit = { firstKb: 500, secondKb: 40, inp: 200, slowText: 4000, slowTap: 12_000 }

/** Measures a page load on Lighthouse's simulated phone. @throws UserError if Lighthouse or the page does not load */
async function loadPage(url: string, chromiumPath: string): Promise<PageLoad> {
  const flags = `--chrome-flags=${['--headless=new', ...CHROMIUM_FLAGS].join(' ')}`
  const args = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url,
    '--quiet',
    '--output=json',
  ]
  const { stdout } = await promisify(execFile)('npm', [...args, flags], {
    env: { ...process.env, CHROME_PATH: chromiumPath, npm_config_update_notifier: 'false' },
    maxBuffer: 2 ** 28,
  }).catch(({ message }) => {
    throw new UserError(message)
  })
  const report: Report = JSON.parse(stdout)
  if (report.runtimeError) throw new UserError(`${url} could not be measured: ${report.runtimeError.message}`)
  return mapMetrics((metric) => Math.round(METRICS[metric](report) * 1000) / 1000)
}

const mapMetrics = (readMetric: (metric: keyof PageLoad) => number) =>
  Object.fromEntries(
    (Object.keys(METRICS) as (keyof PageLoad)[]).map((metric) => [metric, readMetric(metric)]),
  ) as PageLoad

/** Measures a page of each shop in turn, so that noise affects all of them. @returns medians by origin */
async function measurePage(path: string, origins: readonly string[], runs: number): Promise<PageLoad[]> {
  const loads = origins.map((): PageLoad[] => [])
  for (let run = 0; run < runs; run++)
    for (const [index, origin] of origins.entries())
      loads[index]?.push(await loadPage(origin + path, await chromium()))
  return loads.map((shop) => mapMetrics((metric) => median(shop.map((load) => load[metric]))))
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
  const visit = await measureVisit(origin)
  for (const [metric, limit] of Object.entries(VISIT) as [keyof Visit, number][])
    checkLimit(`complete visit ${metric}`, visit[metric], { limit })
}

const { runs, compare } = commandLine(
  'bench:web',
  "Measures the shop's pages with Lighthouse's simulated phone, and compares the results with budgets.",
)
  .option('--runs <N>', 'loads per page; the median is used', wholeNumber, 5)
  .option('--compare <ORIGIN>', 'another running shop, such as an earlier commit; both are measured in turn')
  .parse()
  .opts()
const { origin, stop } = await startShop()
try {
  await bench(origin, runs, compare)
} finally {
  await stop()
}
