import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { readReport } from '../../contracts/command/report-files.ts'
import { type Cause, causesOf, namesOf } from '../../contracts/harness/check/verdict.ts'
import type { Report } from '../../contracts/harness/report/report.ts'
import { UsageError } from '../../contracts/src/command-line.ts'
import { pathMatcher } from '../../contracts/src/path-pattern.ts'
import { createEmulator, type Emulator } from '../../mock-server/src/emulator.ts'
import { arrive, cartOf, PHONE } from '../../web/e2e/shopper-actions.ts'
import { print, root } from '../bootstrap.ts'
import { buildShop } from '../build/build.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'
import { impactPage, summarize } from './impact/impact-page.ts'
import { BOOK, GOAL_MS, type PageState, readState, SCENARIOS, type Scenario } from './impact/scenarios.ts'
import { changesOf, exitCodeFor, type FindingImpact, type ScreenImpact, worstOf } from './impact/verdict.ts'
import { inChromium } from './start.ts'

/** Maximum number of causes to replay. Additional causes are only counted. */
const MAX_CAUSES = 25

type Visit = PageState & { paths: string[] }

type Shop = { emulator: Emulator; browser: Browser }

/** Opens the pages of the shop with a healthy host, and then with the drift of each cause in a report. */
async function measureImpact(
  shop: Shop,
  report: Report,
  scenarios: readonly Scenario[],
): Promise<FindingImpact[]> {
  const healthy = new Map<Scenario, Visit>()
  for (const scenario of scenarios) {
    showProgress(`healthy: ${scenario.screen}`)
    healthy.set(scenario, await visit(scenario, 'healthy', shop))
  }
  const impacts: FindingImpact[] = []
  for (const [index, cause] of harmfulCauses(report).slice(0, MAX_CAUSES).entries()) {
    const world = `drift-${index}`
    const title = titleOf(cause)
    await shop.emulator.inWorld(world).control('POST /drift', { body: { report: only(report, cause) } })
    const screens: ScreenImpact[] = []
    for (const [scenario, before] of healthy) {
      if (!sends(before, cause)) continue
      showProgress(`${title}: ${scenario.screen}`)
      const after = await visit(scenario, world, shop)
      const changes = changesOf(before, after, scenario.goal?.title)
      const images = changes.length > 0 ? { healthy: before.image, drifted: after.image } : null
      const verdict = worstOf(changes.map((each) => each.verdict))
      screens.push({ screen: scenario.screen, verdict, changes, images })
    }
    const verdict = worstOf(screens.map((each) => each.verdict))
    impacts.push({ title, class: cause.finding.class, verdict, screens })
  }
  return impacts
}

/** Returns the causes in a report except additive findings, which a tolerant client ignores. */
export function harmfulCauses({ endpoints }: Report): Cause[] {
  return causesOf(endpoints).filter((each) => !each.ofEmulator && each.finding.class !== 'additive')
}

function titleOf(cause: Cause): string {
  const { where, expected, actual } = cause.finding
  return `${namesOf(cause)} ${where}: expected ${expected}, got ${actual}`
}

/**
 * Returns the report with a single cause and the additive findings for its endpoints, because a renamed field is both
 * missing and added.
 */
function only(report: Report, { endpoints, finding }: Cause): Report {
  const names = new Set(endpoints.map((each) => each.name))
  const isKept = (name: string, { rule, where, class: kind }: Cause['finding']) =>
    names.has(name) && ((rule === finding.rule && where === finding.where) || kind === 'additive')
  return {
    ...report,
    endpoints: report.endpoints.map((each) => ({
      ...each,
      accepted: [],
      emulator: [],
      findings: each.findings.filter((one) => isKept(each.name, one)),
    })),
  }
}

function sends({ paths }: Visit, { endpoints }: Cause): boolean {
  return endpoints.some(({ name, path }) => {
    const matches = pathMatcher(name.startsWith('images.') ? path : `/api/v1${path}`)
    return paths.some(matches)
  })
}

async function visit(scenario: Scenario, world: string, { emulator, browser }: Shop): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE })
  try {
    const { origin } = emulator
    const stored = scenario.cart ? { cart: await cartOf(origin, [[BOOK, 1]]) } : {}
    await arrive(context, origin, { world, isCustomer: scenario.customer, stored })
    const page = await context.newPage()
    const errors: string[] = []
    const paths: string[] = []
    page.on('pageerror', (error) => errors.push(withoutUrl(error.message)))
    page.on('console', (message) => message.type() === 'error' && errors.push(withoutUrl(message.text())))
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto(origin + scenario.path)
    await settled(page)
    page.setDefaultTimeout(GOAL_MS)
    const state = await readState(page)
    const goal = scenario.goal ? await isDone(scenario.goal.reach(page)) : null
    const image = await page.screenshot({ type: 'jpeg', quality: 60 })
    return { ...state, errors, goal, image, paths }
  } finally {
    await context.close()
  }
}

const isDone = (action: Promise<unknown>) =>
  action.then(
    () => true,
    () => false,
  )

/** Waits until a page has loaded. The shop retries failed requests for some seconds. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const spinner = page.locator('main [role=status], main .skeleton').first()
  await spinner.waitFor({ state: 'hidden', timeout: 20_000 }).catch(() => {})
  await page.waitForLoadState('networkidle')
}

/** Removes URLs from an error message, because their parameters differ between visits. */
function withoutUrl(text: string): string {
  return text.replace(/https?:\/\/\S+/g, '…').slice(0, 200)
}

function showProgress(text: string): void {
  process.stderr.write(`  ${text}\n`)
}

/** @returns the exit code for the worst verdict. @throws UsageError for an unknown page or an unreadable report */
async function run(file: string, out: string | undefined, only: string | undefined): Promise<number> {
  const names = only?.split(',').map((each) => each.trim()) ?? SCENARIOS.map(({ screen }) => screen)
  const unknown = names.find((name) => !SCENARIOS.some(({ screen }) => screen === name))
  if (unknown !== undefined)
    throw new UsageError(
      `Unknown screen "${unknown}". Available screens: ${SCENARIOS.map(({ screen }) => screen).join(', ')}.`,
    )
  const report = readReport(file)
  const emulator = await createEmulator({
    port: 0,
    shop: buildShop(),
    seed: 'impact',
    frozenAt: '2026-11-20T09:00:00Z',
  })
  try {
    const scenarios = SCENARIOS.filter(({ screen }) => names.includes(screen))
    const impacts = await inChromium((browser) => measureImpact({ emulator, browser }, report, scenarios))
    const page = out ? resolve(out) : join(root, '.data/impact/impact.html')
    mkdirSync(dirname(page), { recursive: true })
    writeFileSync(page, impactPage(report.target, report.startedAt, impacts))
    for (const each of impacts) print(`${each.verdict.padEnd(9)} ${each.title}`)
    const left = harmfulCauses(report).length - impacts.length
    if (left > 0) print(`${left} more causes were not replayed`)
    print(`${summarize(impacts)} ${page}`)
    return exitCodeFor(worstOf(impacts.map((each) => each.verdict)))
  } finally {
    await emulator.close()
  }
}

export const command = defineCommand({
  summary: "Shows the impact of a report's drift on the shop's screens, as a page with screenshots.",
  file: 'REPORT.json',
  options: {
    out: { value: 'FILE.html', summary: 'output file (.data/impact/impact.html)' },
    only: { value: 'SCREEN,…', summary: 'screens to open: home, shop, product, checkout, …' },
  },
  note: `
Exit codes: 0 unharmed · 1 degraded · 2 invalid usage · 3 broken · 4 unsafe (money or privacy). The worst screen counts.
`,
  run: async ({ out, only }, file) => {
    try {
      return await run(file, out, only)
    } catch (error) {
      if (!(error instanceof UserError || error instanceof UsageError)) throw error
      process.stderr.write(`${error.message}\n`)
      return 2
    }
  },
})
