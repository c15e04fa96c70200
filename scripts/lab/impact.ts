import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { bootstrap, print, root } from '../bootstrap.ts'
import { buildShop } from '../build/build-shop.ts'
import { chromium as findChromium } from '../checks/chromium.ts'
import { forwardCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'

const SUMMARY = 'Shows what the drift in a report does to the screens of the shop, as a page with pictures.'

const HELP = `Usage: npm run lab -- impact REPORT.json [options]

${SUMMARY}

  --out FILE.html  where the page goes (.data/impact/impact.html)
  --only SCREEN,…  screens to walk: home, shop, product, checkout, …
  --help           this text

Exit codes: 0 unharmed · 1 degraded · 2 wrong usage · 3 broken · 4 unsafe (money or privacy). The worst screen counts.
`

export const command = forwardCommand({
  summary: SUMMARY,
  run: async (args) => {
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(HELP)
      return 0
    }
    try {
      return await run(args)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      process.stderr.write(`${error.message}\n`)
      return 2
    }
  },
})

function readArguments(args: string[]) {
  try {
    const options = { out: { type: 'string' }, only: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [file] = positionals
    if (file === undefined || positionals.length > 1) throw new Error('impact needs the file of one report')
    return { file, ...values }
  } catch (error) {
    throw new UserError(
      `${(error as Error).message.split('. ')[0]}; npm run lab -- impact --help lists the options.`,
    )
  }
}

async function run(args: string[]): Promise<number> {
  const { file, out, only } = readArguments(args)
  await bootstrap()
  const { readReport, pathFromHere } = await import('../../contracts/command/report-files.ts')
  const { UsageError } = await import('../../contracts/command/usage-error.ts')
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
