import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { readReport } from '../../contracts/command/report-files.ts'
import { escapeHtml, htmlPage } from '../../contracts/harness/report/print-html.ts'
import type { EndpointReport, Report, ReportedFinding } from '../../contracts/harness/report/report.ts'
import { pathMatcher } from '../../contracts/src/path-pattern.ts'
import type { NewFault } from '../../mock-server/src/control-api/faults.ts'
import { createEmulator, type Emulator } from '../../mock-server/src/emulator.ts'
import { loadRenderer } from '../../web/build/renderer.ts'
import { arrive, cartOf, PHONE } from '../../web/driver/shopper-actions.ts'
import { buildShop } from '../build/build.ts'
import { commandLine, print, root } from '../command.ts'
import { inChromium } from './lab.ts'

/** Maximum number of findings to reproduce. */
const MAX_FINDINGS = 25
/** A book in stock, which is in the cart of every visit. */
const BOOK = 40

/** Tall enough for the part of each page that the finding usually affects. */
const VIEWPORT = { width: PHONE.width, height: 1500 }

/** A page before or after a finding: its JPEG screenshot, and the paths that it requested. */
type Visit = { image: Buffer; paths: string[] }

/** A finding, its fault or why it has none, and the pages that request the endpoint. */
type Impact = {
  title: string
  plan: Plan
  pages: { name: string; before: Visit; after: Visit }[]
}

/** How a finding is reproduced, or why it is not. */
type Plan = { fault: NewFault } | { skipped: string }

/** Returns the title and plan of each finding, the reproducible ones first. */
export function plansOf({ endpoints }: Report): { endpoint: EndpointReport; title: string; plan: Plan }[] {
  const plans = endpoints.flatMap((endpoint) =>
    endpoint.findings.map((finding) => {
      const { where, expected, actual } = finding
      const title = `${endpoint.name} ${where}: expected ${expected}, got ${actual}`
      return { endpoint, title, plan: planFor(endpoint, finding) }
    }),
  )
  return plans.toSorted((a, b) => Number('skipped' in a.plan) - Number('skipped' in b.plan))
}

type EndpointPath = Pick<EndpointReport, 'method' | 'path'>
type Difference = Pick<ReportedFinding, 'class' | 'rule' | 'where' | 'expected' | 'actual'>

/** Returns the emulator's fault that reproduces a finding, or why there is none. */
export function planFor({ method, path }: EndpointPath, finding: Difference): Plan {
  if (finding.class === 'additive') return { skipped: 'the shop ignores undeclared fields' }
  if (method !== 'GET') return { skipped: 'sent only when a shopper submits a form' }
  const reason = UNNOTICED[finding.rule]
  if (reason !== undefined) return { skipped: reason }
  const effect = effectFor(finding)
  if (!effect) return { skipped: 'the emulator has no fault that produces it' }
  return { fault: { method: method as NonNullable<NewFault['method']>, path, effect } }
}

type Effect = NewFault['effect']

const SEVERAL = 'depends on several requests, which a fault does not change together'
const CACHES = 'affects caches, not the page'

/** Rules whose findings change no page, or none that can be reproduced, with the reason. */
const UNNOTICED: Record<string, string> = {
  access: 'affects privacy, not the page',
  secret: 'affects privacy, not the page',
  cache: CACHES,
  'observed-header': CACHES,
  'content-type': 'the shop reads the body regardless of its type',
  'observed-size': 'affects the loading time only',
  'observed-order': SEVERAL,
  'observed-status': 'the shop accepts the status',
  'observed-value': SEVERAL,
  effect: SEVERAL,
  limit: SEVERAL,
  pages: SEVERAL,
  total: SEVERAL,
  search: SEVERAL,
  unstable: SEVERAL,
  'unknown-id': SEVERAL,
  'unknown-image': SEVERAL,
}

/** Values of the types that reports contain. */
const EXAMPLES: Record<string, unknown> = {
  null: null,
  string: '((text))',
  'empty string': '',
  'string in a different format': '((different format))',
  integer: 1,
  number: 0.5,
  'integer beyond 2^53': 2 ** 53 + 2,
  boolean: true,
  array: ['((item))'],
  'empty array': [],
  object: { '((key))': true },
}

function effectFor({ rule, where, expected, actual }: Difference): Effect | null {
  // If the items have different types, the first one is used for all of them.
  const [type = ''] = actual.split(' or ')
  if (actual === 'an HTML page') return { html: true }
  if (rule === 'cut-short') return { truncate: true }
  if (rule === 'refused')
    return { status: 200, body: { errors: { code: 'product-001', message: 'Product not found' } } }
  if (rule === 'not-json' || rule === 'image')
    return { status: 200, body: type === 'an empty body' ? '' : '((not JSON))' }
  if (rule === 'missing-image') return { status: 404 }
  // To a page, a response that it may not read is a failed connection.
  if (['cors', 'preflight', 'no-response'].includes(rule)) return { reset: true }
  if (rule === 'slow' || rule === 'observed-slow')
    return { latency: Math.min(Number.parseInt(actual, 10) || 0, 120_000) }
  if (where === '$status' || where === '$redirect') return { status: Number.parseInt(actual, 10) || 500 }
  if (actual === 'missing') return { change: where }
  if (rule === 'type' && type === 'string' && /^(integer|number)/.test(expected))
    return { contract: 'number-as-text', at: where }
  if (Object.hasOwn(EXAMPLES, type)) return { change: where, value: EXAMPLES[type] }
  return literalOf(where, actual)
}

/** Returns the change of a value that a report contains as JSON, such as a negative price. */
function literalOf(where: string, actual: string): Effect | null {
  try {
    // Large numbers have commas.
    return { change: where, value: JSON.parse(actual.replace(/(\d),(?=\d{3})/g, '$1')) }
  } catch {
    return null
  }
}

/** Opens the pages of the shop with a healthy host, and then those that request an endpoint with its finding. */
async function measureImpact(emulator: Emulator, browser: Browser, report: Report): Promise<Impact[]> {
  const healthy = new Map<string, Visit>()
  // A fault without effect, because pages of a world with faults are not rendered by the emulator and request all data.
  await emulator
    .inWorld('healthy')
    .control('POST /faults', { body: { path: '/banners', probability: 0, effect: { latency: 0 } } })
  const { pages } = await loadRenderer(buildShop())
  const pathOf = new Map(pages.map(({ name, example }) => [name, example]))
  for (const [name, path] of pathOf) healthy.set(name, await visit(path, 'healthy', emulator, browser))
  const impacts: Impact[] = []
  for (const [index, { endpoint, title, plan: planned }] of plansOf(report).entries()) {
    const isOver = 'fault' in planned && index >= MAX_FINDINGS
    const plan = isOver ? { skipped: `only ${MAX_FINDINGS} findings are reproduced` } : planned
    const impact: Impact = { title, plan, pages: [] }
    impacts.push(impact)
    if ('skipped' in plan) continue
    const world = `finding-${index}`
    await emulator.inWorld(world).control('POST /faults', { body: plan.fault })
    const requests = pathMatcher(
      endpoint.name.startsWith('images.') ? endpoint.path : `/api/v1${endpoint.path}`,
    )
    for (const [name, before] of healthy) {
      if (!before.paths.some(requests)) continue
      process.stderr.write(`  ${title}: ${name}\n`)
      const after = await visit(pathOf.get(name) ?? '/', world, emulator, browser)
      impact.pages.push({ name, before, after })
    }
  }
  return impacts
}

async function visit(path: string, world: string, { origin }: Emulator, browser: Browser): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' })
  try {
    const stored = { cart: await cartOf(origin, [[BOOK, 1]]) }
    await arrive(context, origin, { world, isCustomer: true, stored })
    const page = await context.newPage()
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto(origin + path)
    await page.waitForLoadState('networkidle')
    // The shop retries failed requests for some seconds.
    const spinner = page.locator('main [role=status], main .skeleton').first()
    await spinner.waitFor({ state: 'hidden', timeout: 20_000 }).catch(() => {})
    await page.waitForLoadState('networkidle')
    return { image: await page.screenshot({ type: 'jpeg', quality: 60 }), paths }
  } finally {
    await context.close()
  }
}

/** Renders a table with a row for each finding and page. Both screenshots are shown if they differ. */
export function impactPage(target: string, impacts: readonly Impact[]): string {
  const picture = ({ image }: Visit, alt: string) =>
    `<td><img src="data:image/jpeg;base64,${image.toString('base64')}" alt="${escapeHtml(alt)}" width="270"></td>`
  const rows = impacts.flatMap(({ title, plan, pages }) => {
    const head = `<th scope="row">${escapeHtml(title)}</th>`
    const reason = 'skipped' in plan ? `skipped: ${plan.skipped}` : 'no page requests it when it opens'
    if (pages.length === 0) return [`<tr>${head}<td colspan="3">${escapeHtml(reason)}</td></tr>`]
    return pages.map(({ name, before, after }) =>
      before.image.equals(after.image)
        ? `<tr>${head}<td>${escapeHtml(name)}</td><td colspan="2">no visible change</td></tr>`
        : `<tr>${head}<td>${escapeHtml(name)}</td>${picture(before, `${name} before`)}${picture(after, `${name} after`)}</tr>`,
    )
  })
  if (rows.length === 0)
    return htmlPage(`Impact of the findings at ${target} on the shop`, '<p>The report has no findings.</p>')
  const body = `<div class="wide" role="region" aria-label="Findings" tabindex="0"><table>
<thead><tr><th scope="col">Finding</th><th scope="col">Page</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`
  const style =
    'th { font-weight: 400; overflow-wrap: anywhere; } img { display: block; border: 1px solid var(--line); }'
  return htmlPage(`Impact of the findings at ${target} on the shop`, body, style)
}

/** @throws UserError if the report is missing or invalid */
async function run(file: string, out: string): Promise<void> {
  const report = readReport(file)
  const emulator = await createEmulator({
    port: 0,
    shop: buildShop(),
    seed: 'impact',
    frozenAt: '2026-11-20T09:00:00Z',
  })
  try {
    const impacts = await inChromium((browser) => measureImpact(emulator, browser, report))
    mkdirSync(dirname(out), { recursive: true })
    writeFileSync(out, impactPage(report.target, impacts))
    if (impacts.length === 0) print('The report has no findings.')
    for (const { title, plan, pages } of impacts) {
      const changed = pages
        .filter(({ before, after }) => !before.image.equals(after.image))
        .map(({ name }) => name)
      const unchanged = pages.length > 0 ? 'no page changes' : 'no page requests it when it opens'
      const result = changed.length > 0 ? changed.join(', ') : unchanged
      print(`${title}: ${'skipped' in plan ? `skipped: ${plan.skipped}` : result}`)
    }
    print(out)
  } finally {
    await emulator.close()
  }
}

if (process.argv[1] === import.meta.filename) {
  const line = commandLine(
    'impact',
    'Shows the pages of the shop before and after each finding in a report, as a table with screenshots.',
  )
    .argument('<REPORT.json>')
    .option('--out <FILE.html>', 'output file', join(root, '.data/impact/impact.html'))
    .parse()
  await run(line.args[0] ?? '', resolve(line.opts().out))
}
