import type { Browser, BrowserContext } from '@playwright/test'
import { type Cause, causesOf, namesOf } from '../../../contracts/harness/check/causes.ts'
import type { Report } from '../../../contracts/harness/report/report.ts'
import { pathMatcher } from '../../../contracts/src/path-pattern.ts'
import type { Emulator } from '../../../mock-server/src/emulator.ts'
import { arrive, cartOf, PHONE } from '../../../web/e2e/driver.ts'
import { BOOK, GOAL_MS, WALKS, type Walk } from './scenarios.ts'
import { type Look, lookAt } from './screen-state.ts'
import { type Change, changesOf, type Verdict, worstOf } from './verdict.ts'

/** One screen beside one finding. */
export type ScreenImpact = {
  screen: string
  verdict: Verdict
  changes: Change[]
  /** Both pictures, where something has changed. */
  pictures: { healthy: Buffer; drifted: Buffer } | null
}

export type FindingImpact = {
  /** `products.latest $.products[].price: expected a number, got text`. */
  title: string
  class: Cause['finding']['class']
  verdict: Verdict
  screens: ScreenImpact[]
  /** Screens that ask for none of the endpoints that drifted. */
  unasked: string[]
}

/** More causes than these are not walked; the report has them all. */
export const MAX_CAUSES = 25

type Visit = Look & { paths: string[] }

export type ImpactOptions = {
  emulator: Emulator
  browser: Browser
  report: Report
  walks?: readonly Walk[]
  onProgress?: (text: string) => void
}

/** Walks the screens of the shop beside a healthy host, and beside one that drifts as a report says, cause by cause. */
export async function measureImpact(options: ImpactOptions): Promise<FindingImpact[]> {
  const { report, walks = WALKS, onProgress = () => {} } = options
  const healthy = new Map<string, Visit>()
  for (const walk of walks) {
    onProgress(`healthy: ${walk.screen}`)
    healthy.set(walk.screen, await visit(walk, 'healthy', options))
  }
  const impacts: FindingImpact[] = []
  for (const [index, cause] of harmful(report).slice(0, MAX_CAUSES).entries()) {
    const world = `drift-${index}`
    const title = titleOf(cause)
    await options.emulator.inWorld(world).control('POST /drift', { body: { report: only(report, cause) } })
    const asked = walks.filter((walk) => asks(healthy.get(walk.screen) as Visit, cause))
    const screens: ScreenImpact[] = []
    for (const walk of asked) {
      onProgress(`${title}: ${walk.screen}`)
      const before = healthy.get(walk.screen) as Visit
      const after = await visit(walk, world, options)
      const changes = changesOf(before, after, walk.goal?.title)
      const verdict = worstOf(changes.map((each) => each.verdict))
      const pictures = changes.length > 0 ? { healthy: before.picture, drifted: after.picture } : null
      screens.push({ screen: walk.screen, verdict, changes, pictures })
    }
    const unasked = walks.filter((walk) => !asked.includes(walk)).map(({ screen }) => screen)
    const verdict = worstOf(screens.map((each) => each.verdict))
    impacts.push({ title, class: cause.finding.class, verdict, screens, unasked })
  }
  return impacts
}

/** What is not an addition: a tolerant client does not notice those. */
export function harmful({ endpoints }: Report): Cause[] {
  return causesOf(endpoints).filter((each) => !each.ofEmulator && each.finding.class !== 'additive')
}

function titleOf(cause: Cause): string {
  const { where, expected, actual } = cause.finding
  return `${namesOf(cause)} ${where}: expected ${expected}, got ${actual}`
}

/** The report with one cause, and with what is new beside it: a renamed field is one that is missing and one that is added. */
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

function asks({ paths }: Visit, { endpoints }: Cause): boolean {
  return endpoints.some(({ name, path }) => {
    const matches = pathMatcher(name.startsWith('images.') ? path : `/api/v1${path}`)
    return paths.some(matches)
  })
}

async function visit(walk: Walk, world: string, { emulator, browser }: ImpactOptions): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE })
  try {
    const { origin } = emulator
    const stored = walk.cart ? { cart: await cartOf(origin, [[BOOK, 1]]) } : {}
    await arrive(context, origin, { world, isCustomer: walk.customer, stored })
    const page = await context.newPage()
    const errors: string[] = []
    const paths: string[] = []
    page.on('pageerror', (error) => errors.push(withoutAddress(error.message)))
    page.on('console', (message) => message.type() === 'error' && errors.push(withoutAddress(message.text())))
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto(origin + walk.path)
    await settled(page)
    page.setDefaultTimeout(GOAL_MS)
    const look = await lookAt(page)
    const goal = walk.goal ? await walk.goal.reach(page).catch(() => false) : null
    const picture = await page.screenshot({ type: 'jpeg', quality: 60 })
    return { ...look, errors, goal, picture, paths }
  } finally {
    await context.close()
  }
}

/** Failed reads are tried again for some seconds: a screen is at rest when it asks no more. */
async function settled(page: Awaited<ReturnType<BrowserContext['newPage']>>): Promise<void> {
  await page.waitForLoadState('networkidle')
  const spinner = page.locator('main [role=status], main .skeleton').first()
  await spinner.waitFor({ state: 'hidden', timeout: 20_000 }).catch(() => {})
  await page.waitForLoadState('networkidle')
}

/** Two visits differ in ports and parameters; the message is what counts. */
function withoutAddress(text: string): string {
  return text.replace(/https?:\/\/\S+/g, '…').slice(0, 200)
}
