import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../../contracts/src/command-line.ts'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { print, root } from '../bootstrap.ts'
import { buildShop } from '../build/build.ts'
import { chromium as findChromium } from '../checks/programs.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'

export const command = defineCommand({
  summary: 'Shows what the drift in a report does to the screens of the shop, as a page with screenshots.',
  file: 'REPORT.json',
  options: {
    out: { value: 'FILE.html', summary: 'where the page goes (.data/impact/impact.html)' },
    only: { value: 'SCREEN,…', summary: 'screens to open: home, shop, product, checkout, …' },
  },
  note: `
Exit codes: 0 unharmed · 1 degraded · 2 wrong usage · 3 broken · 4 unsafe (money or privacy). The worst screen counts.
`,
  run: async (values, file) => {
    try {
      return await run(file, values)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      process.stderr.write(`${error.message}\n`)
      return 2
    }
  },
})

async function run(
  file: string,
  { out, only }: { out?: string | undefined; only?: string | undefined },
): Promise<number> {
  const { readReport, pathFromHere } = await import('../../contracts/command/report-files.ts')
  const { WALKS } = await import('./impact/scenarios.ts')
  const names = only?.split(',').map((each) => each.trim())
  const unknown = names?.find((name) => !WALKS.some(({ screen }) => screen === name))
  if (unknown !== undefined)
    throw new UserError(
      `There is no screen "${unknown}"; there are ${WALKS.map(({ screen }) => screen).join(', ')}.`,
    )
  const report = (() => {
    try {
      return readReport(file)
    } catch (error) {
      throw error instanceof UsageError ? new UserError(error.message) : error
    }
  })()
  const { harmful, measureImpact } = await import('./impact/impact.ts')
  const { impactPage, sentence } = await import('./impact/impact-page.ts')
  const { exitCodeFor, worstOf } = await import('./impact/verdict.ts')
  const { createEmulator } = await import('../../mock-server/src/emulator.ts')
  const { chromium } = await import('@playwright/test')
  const emulator = await createEmulator({
    port: 0,
    shop: buildShop(),
    seed: 'impact',
    frozenAt: '2026-11-20T09:00:00Z',
  })
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS,
  })
  try {
    const impacts = await measureImpact({
      emulator,
      browser,
      report,
      walks: names ? WALKS.filter(({ screen }) => names.includes(screen)) : WALKS,
      onProgress: (text) => process.stderr.write(`  ${text}\n`),
    })
    const page = out ? pathFromHere(out) : join(root, '.data/impact/impact.html')
    mkdirSync(dirname(resolve(page)), { recursive: true })
    writeFileSync(page, impactPage(report.target, report.startedAt, impacts))
    for (const each of impacts) print(`${each.verdict.padEnd(9)} ${each.title}`)
    const left = harmful(report).length - impacts.length
    if (left > 0) print(`${left} further causes were not walked`)
    print(`${sentence(impacts)} ${page}`)
    return exitCodeFor(worstOf(impacts.map((each) => each.verdict)))
  } finally {
    await browser.close()
    await emulator.close()
  }
}
