import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { readReport } from '../../contracts/command/report-files.ts'
import { escapeHtml, htmlPage } from '../../contracts/harness/report/print-html.ts'
import type { EndpointReport, Report, ReportedFinding } from '../../contracts/harness/report/report.ts'
import { UsageError } from '../../contracts/src/command-line.ts'
import { pathMatcher } from '../../contracts/src/path-pattern.ts'
import type { NewFault } from '../../mock-server/src/control/faults-contract.ts'
import { createEmulator, type Emulator } from '../../mock-server/src/emulator.ts'
import { loadRenderer } from '../../web/build/renderer.ts'
import { arrive, cartOf, PHONE } from '../../web/e2e/shopper-actions.ts'
import { buildShop } from '../build/build.ts'
import { commandLine, print, root, UserError } from '../command.ts'
import { inChromium } from './lab.ts'

/** Maximum number of findings to reproduce. */
const MAX_FINDINGS = 25
/** A book in stock, which is in the cart of every visit. */
const BOOK = 40

/** Tall enough for the part of each page that the finding usually affects. */
const VIEWPORT = { width: PHONE.width, height: 1500 }

/** A page before or after a finding: its JPEG screenshot, and the paths that it requested. */
type Visit = { image: Buffer; paths: string[] }

/** A breaking finding, its fault, and the pages that request the endpoint. */
type Impact = {
  title: string
  fault: NewFault | null
  pages: { name: string; before: Visit; after: Visit }[]
}

const breakingOf = ({ endpoints }: Report) =>
  endpoints.flatMap((endpoint) =>
    endpoint.findings
      .filter((finding) => finding.class === 'breaking')
      .map((finding) => ({ endpoint, finding, fault: faultFor(endpoint, finding) })),
  )

/** Returns the emulator's fault that reproduces a breaking finding, or null if there is none. */
export function faultFor(
  { method, path }: Pick<EndpointReport, 'method' | 'path'>,
  finding: Pick<ReportedFinding, 'rule' | 'where' | 'expected' | 'actual'>,
): NewFault | null {
  const effect = effectFor(finding)
  return effect && { method: method as NonNullable<NewFault['method']>, path, effect }
}

type Effect = NewFault['effect']

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

function effectFor({ rule, where, expected, actual }: Parameters<typeof faultFor>[1]): Effect | null {
  // If the items have different types, the first one is used for all of them.
  const [type = ''] = actual.split(' or ')
  if (actual === 'an HTML page') return { html: true }
  if (rule === 'cut-short') return { truncate: true }
  if (rule === 'refused')
    return { status: 200, body: { errors: { code: 'product-001', message: 'Product not found' } } }
  if (rule === 'not-json' || rule === 'picture')
    return { status: 200, body: type === 'an empty body' ? '' : '((not JSON))' }
  if (rule === 'missing') return { change: where }
  if (rule === 'type' && type === 'string' && /^(integer|number)/.test(expected))
    return { contract: 'number-as-text', at: where }
  return Object.hasOwn(EXAMPLES, type) ? { change: where, value: EXAMPLES[type] } : null
}

/** Opens the pages of the shop with a healthy host, and then those that request an endpoint with its finding. */
async function measureImpact(emulator: Emulator, browser: Browser, report: Report): Promise<Impact[]> {
  const healthy = new Map<string, Visit>()
  // A fault without effect, because pages of a world with faults are not rendered by the emulator and request all data.
  await emulator
    .inWorld('healthy')
    .control('POST /faults', { body: { path: '/no-such-path', effect: { latency: 0 } } })
  const { pages } = await loadRenderer(buildShop())
  const pathOf = new Map(pages.map(({ name, example }) => [name, example]))
  for (const [name, path] of pathOf) healthy.set(name, await visit(path, 'healthy', emulator, browser))
  const impacts: Impact[] = []
  for (const [index, { endpoint, finding, fault }] of breakingOf(report).slice(0, MAX_FINDINGS).entries()) {
    const { where, expected, actual } = finding
    const title = `${endpoint.name} ${where}: expected ${expected}, got ${actual}`
    const impact: Impact = { title, fault, pages: [] }
    impacts.push(impact)
    if (fault === null) continue
    const world = `finding-${index}`
    await emulator.inWorld(world).control('POST /faults', { body: fault })
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
  const rows = impacts.flatMap(({ title, fault, pages }) => {
    const head = `<th scope="row">${escapeHtml(title)}</th>`
    if (pages.length === 0)
      return [`<tr>${head}<td colspan="3">${fault ? 'no page requests it' : 'not reproduced'}</td></tr>`]
    return pages.map(({ name, before, after }) =>
      before.image.equals(after.image)
        ? `<tr>${head}<td>${escapeHtml(name)}</td><td colspan="2">no visible change</td></tr>`
        : `<tr>${head}<td>${escapeHtml(name)}</td>${picture(before, `${name} before`)}${picture(after, `${name} after`)}</tr>`,
    )
  })
  const body = `<div class="wide"><table>
<thead><tr><th scope="col">Finding</th><th scope="col">Page</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`
  const style =
    'th { font-weight: 400; overflow-wrap: anywhere; } img { display: block; border: 1px solid var(--line); }'
  return htmlPage(`Impact of the findings at ${target} on the shop`, body, style)
}

/** @throws UsageError if the report is missing or invalid */
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
    for (const { title, fault, pages } of impacts) {
      const changed = pages
        .filter(({ before, after }) => !before.image.equals(after.image))
        .map(({ name }) => name)
      print(`${title}: ${fault ? changed.join(', ') || 'no page changes' : 'not reproduced'}`)
    }
    const left = breakingOf(report).length - impacts.length
    if (left > 0) print(`${left} more findings were not reproduced.`)
    print(out)
  } finally {
    await emulator.close()
  }
}

if (process.argv[1] === import.meta.filename) {
  const line = commandLine(
    'impact',
    'Shows the pages of the shop before and after each breaking finding in a report, as a table with screenshots.',
  )
    .argument('<REPORT.json>')
    .option('--out <FILE.html>', 'output file', join(root, '.data/impact/impact.html'))
    .parse()
  await run(line.args[0] ?? '', resolve(line.opts().out)).catch((error: Error) => {
    throw error instanceof UsageError ? new UserError(error.message) : error
  })
}
