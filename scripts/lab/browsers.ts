import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'
import { chromium, firefox, webkit } from '../checks/programs.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'
import { startPuppeteer, startWebKit } from './browsers/drivers.ts'
import type { Engine } from './browsers/engine.ts'
import { journey, offline, type RunningShop, type Scenario, screens } from './browsers/scenarios.ts'
import { startShop } from './start.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = { journey, offline, screens }
const IMAGES = join(root, '.data', 'test', 'browsers')

/** Finds the programs of an engine. @returns a function that starts it */
const ENGINES: Readonly<Record<string, () => Promise<() => Promise<Engine>>>> = {
  chromium: async () => startPuppeteer.bind(null, 'chrome', await chromium()),
  firefox: async () => startPuppeteer.bind(null, 'firefox', firefox()),
  webkit: async () => startWebKit.bind(null, webkit()),
}

/** Runs an action with the built shop, an emulator with an empty database, and a started engine. */
async function withEngine<T>(
  start: () => Promise<Engine>,
  use: (engine: Engine, shop: RunningShop) => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'kitabo-browsers-'))
  let { origin, stop } = await startShop(data)
  const startAgain = async () => {
    stop = (await startShop(data, new URL(origin).port)).stop
  }
  let engine: Engine | undefined
  try {
    engine = await start()
    return await use(engine, { origin, stop: () => stop(), startAgain })
  } finally {
    await engine?.stop()
    await stop()
    rmSync(data, { recursive: true, force: true })
  }
}

type Row = { engine: string; results: string[] }

async function runScenarios(engine: Engine, shop: RunningShop, scenarios: readonly string[]): Promise<Row> {
  const row: Row = { engine: `${engine.name} ${engine.version}`, results: [] }
  for (const scenario of scenarios) {
    const started = Date.now()
    const problems = await (SCENARIOS[scenario] as Scenario)(engine, shop).catch(async (error: Error) => {
      const image = `${join(IMAGES, `${engine.name}-${scenario}`)}.png` as const
      await engine.saveScreenshot(image).catch(() => undefined)
      return [`${error.message || error.name}; the page then: ${image}`]
    })
    for (const problem of problems) print(`FAILED  ${engine.name}, ${scenario}: ${problem}`)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    row.results.push(problems.length === 0 ? `ok (${seconds} s)` : `${problems.length} FAILED`)
  }
  return row
}

async function run(engines: readonly string[], scenarios: readonly string[]): Promise<number> {
  mkdirSync(IMAGES, { recursive: true })
  const starts: (() => Promise<Engine>)[] = []
  for (const name of engines) starts.push(await (ENGINES[name] as (typeof ENGINES)[string])())
  const rows: Row[] = []
  for (const start of starts)
    rows.push(await withEngine(start, (engine, shop) => runScenarios(engine, shop, scenarios)))
  const width = Math.max(...rows.map(({ engine }) => engine.length)) + 2
  const line = (first: string, cells: readonly string[]) =>
    print(first.padEnd(width) + cells.map((cell) => cell.padEnd(16)).join(''))
  line('\n', scenarios)
  for (const { engine, results } of rows) line(engine, results)
  return rows.some(({ results }) => results.some((result) => !result.startsWith('ok'))) ? 1 : 0
}

/** @throws UserError for an unknown name */
function choose(option: string, text: string | undefined, known: object): string[] {
  const names = Object.keys(known)
  const chosen = text?.split(',') ?? names
  const unknown = chosen.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UserError(`--${option} knows ${names.join(', ')}; "${unknown}" is none of them.`)
  return chosen
}

export const command = defineCommand({
  summary:
    'The journey to a paid order, a time without a network and every screen, in Chromium, Firefox and WebKit at 360 px.',
  options: {
    engines: {
      value: 'NAMES',
      summary: 'of chromium, firefox and webkit, separated by commas (all)',
    },
    scenarios: {
      value: 'NAMES',
      summary: 'of journey, offline and screens, separated by commas (all)',
    },
    // Former name, of release 0.1.
    walks: { value: 'NAMES', summary: '', isHidden: true },
  },
  run: ({ engines, walks, scenarios = walks }) =>
    run(choose('engines', engines, ENGINES), choose('scenarios', scenarios, SCENARIOS)),
})
