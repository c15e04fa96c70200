import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '../checks/programs.ts'
import { commandLine, print, root, UserError, wholeNumber } from '../command.ts'
import { firstResponse } from './emulator/bench-load.ts'
import { loadPage, METRICS, medianLoad, type PageLoad, withStolenTime } from './web/lighthouse.ts'
import { measureVisit, type Visit } from './web/web-visit.ts'

type Budget = Partial<Record<keyof PageLoad, number>> & {
  /** Maximum ratio between the blocking times of this commit and the compared one. */
  tbtRatio: number
}

const EVERY_PAGE = {
  ...{ performance: 99, accessibility: 100, bestPractices: 100, seo: 100 },
  ...{ fcp: 1000, lcp: 1300, cls: 0.02, requests: 20, tbtRatio: 1.1 },
}
/** Budgets by page. Scores are minimums, all other values are maximums. */
const PAGES: Record<string, Budget> = {
  '/': { ...EVERY_PAGE, totalKb: 250, scriptKb: 100 },
  '/shop': { ...EVERY_PAGE, totalKb: 230, scriptKb: 109 },
  '/product-details/40': { ...EVERY_PAGE, totalKb: 220, scriptKb: 112 },
}
/** Budgets for a complete visit: home, shop, product, cart, delivery, checkout. */
const VISIT: Visit = { firstKb: 500, secondKb: 40, inp: 200, slowText: 4000, slowTap: 12_000 }
const SCORES = ['performance', 'accessibility', 'bestPractices', 'seo'] as const
const PORT = 8311

/** A running shop, built from a checkout. */
type Served = { name: string; origin: string; stop: () => void }

/**
 * Maximum number of attempts to start a shop. The database module in older commits sometimes crashes on newer Node
 * versions.
 */
const MAX_STARTS = 5

async function serve(name: string, folder: string, port: number): Promise<Served> {
  const origin = `http://127.0.0.1:${port}`
  for (let start = 1; ; start++) {
    const child: ChildProcess = spawn('npm', ['start', '--', '--port', String(port), '--memory'], {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
    })
    const ended = once(child, 'exit').then(() => false)
    const responded = firstResponse(`${origin}/api/v1/banners`, performance.now(), 300_000).then(() => true)
    // Ignores the timeout if the process has exited, which is handled below.
    responded.catch(() => {})
    if (await Promise.race([responded, ended])) {
      const stop = () => {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      }
      return { name, origin, stop }
    }
    if (start === MAX_STARTS)
      throw new UserError(`The shop of ${name} exited during start-up ${MAX_STARTS} times.`)
  }
}

/** Checks out a different commit into a temporary folder. */
function checkOut(revision: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-compare-'))
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const { status, stderr } = git('worktree', 'add', '--detach', folder, revision)
  if (status !== 0)
    throw new UserError(`${revision} cannot be checked out: ${stderr.trim().split('\n').at(-1)}`)
  return {
    folder,
    remove: () => {
      git('worktree', 'remove', '--force', folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Medians by shop and path, and the share of CPU time that was stolen during each load, if known. */
type Measured = { loads: Map<string, PageLoad>; stolen: number[] }

/** Loads each page of each shop in turn, so that noise affects all of them. */
async function measure(shops: readonly Served[], runs: number, browser: string): Promise<Measured> {
  const loads = new Map<string, PageLoad[]>()
  const stolen: number[] = []
  for (let run = 0; run < runs; run++) {
    for (const path of Object.keys(PAGES)) {
      for (const { name, origin } of shops) {
        const key = `${name} ${path}`
        const [load, part] = await withStolenTime(() => loadPage(origin + path, browser))
        loads.set(key, [...(loads.get(key) ?? []), load])
        if (part !== null) stolen.push(part)
      }
    }
  }
  return { loads: new Map([...loads].map(([key, all]) => [key, medianLoad(all)])), stolen }
}

/** Describes the noise. On a virtual machine, other guests may use a third of the CPU. */
function describeStolen(stolen: number[]): string {
  if (stolen.length === 0) return 'This system does not report how much CPU time other guests used.'
  const sorted = stolen.map((part) => Math.round(part * 100)).sort((a, b) => a - b)
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `Other guests used ${least} to ${most} % of the CPU time during a load (median ${middle} %). Above about 5 %, times and scores are unreliable.`
}

/** Returns a line for each budget that a page misses. */
function overBudget(path: string, load: PageLoad, before: PageLoad | undefined): string[] {
  const { tbtRatio, ...limits } = PAGES[path] as Budget
  const least = (key: string) => (SCORES as readonly string[]).includes(key)
  const broken = (Object.entries(limits) as [keyof PageLoad, number][])
    .filter(([key, limit]) => (least(key) ? load[key] < limit : load[key] > limit))
    .map(
      ([key, limit]) =>
        `${path}: ${key} is ${shown(key, load[key])}, the ${least(key) ? 'minimum' : 'maximum'} is ${limit}`,
    )
  const ratio = before ? load.tbt / Math.max(before.tbt, 1) : 0
  return ratio > tbtRatio
    ? [
        ...broken,
        `${path}: tbt is ${ratio.toFixed(2)} times that of the compared commit, the maximum is ${tbtRatio}`,
      ]
    : broken
}

const shown = (key: keyof PageLoad, value: number): string =>
  key === 'cls' ? value.toFixed(3) : String(Math.round(value))

async function bench(runs: number, compare: string | undefined): Promise<number> {
  const browser = await chromium()
  const other = compare === undefined ? undefined : checkOut(compare)
  const shops: Served[] = []
  try {
    shops.push(await serve('this checkout', root, PORT))
    if (other && compare !== undefined) shops.push(await serve(compare, other.folder, PORT + 1))
    const { loads, stolen } = await measure(shops, runs, browser)
    print(`| page | shop | ${METRICS.join(' | ')} |\n|---|---|${METRICS.map(() => '--:').join('|')}|`)
    const broken: string[] = []
    for (const path of Object.keys(PAGES)) {
      for (const { name } of shops) {
        const load = loads.get(`${name} ${path}`) as PageLoad
        print(`| ${path} | ${name} | ${METRICS.map((key) => shown(key, load[key])).join(' | ')} |`)
      }
      const before = compare === undefined ? undefined : loads.get(`${compare} ${path}`)
      broken.push(...overBudget(path, loads.get(`this checkout ${path}`) as PageLoad, before))
    }
    print(`\n${describeStolen(stolen)}`)
    const visit = await measureVisit((shops[0] as Served).origin)
    print(`\n| complete visit | ${Object.keys(VISIT).join(' | ')} |\n|---|--:|--:|--:|--:|--:|`)
    print(`| this checkout | ${Object.values(visit).map(Math.round).join(' | ')} |`)
    for (const [key, limit] of Object.entries(VISIT) as [keyof Visit, number][])
      if (visit[key] > limit)
        broken.push(`complete visit: ${key} is ${Math.round(visit[key])}, the maximum is ${limit}`)
    print(broken.length === 0 ? '\nAll budgets are met.' : `\n${broken.join('\n')}`)
    return broken.length === 0 ? 0 : 1
  } finally {
    for (const shop of shops) shop.stop()
    other?.remove()
  }
}

const { runs, compare } = commandLine(
  'bench:web',
  "Measures the shop's pages with Lighthouse's simulated phone, and compares the results with budgets.",
)
  .option('--runs <N>', 'loads per page; the median is used', wholeNumber, 5)
  .option('--compare <REVISION>', 'commit to compare with; both are measured in turn')
  .parse()
  .opts()
process.exitCode = await bench(runs, compare)
