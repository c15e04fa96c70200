import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'
import { chromium, firefox, webkit } from '../checks/programs.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'
import { startPuppeteer, startWebKit } from './browsers/drivers.ts'
import type { Engine } from './browsers/engine.ts'
import { journey, offline, type Scenario, screens } from './browsers/scenarios.ts'
import { startShop } from './start.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = { journey, offline, screens }
const IMAGES = join(root, '.data', 'test', 'browsers')

/** Functions by engine. Each finds the engine's programs and returns a function that starts them. */
const ENGINES: Readonly<Record<string, () => Promise<() => Promise<Engine>>>> = {
  chromium: async () => startPuppeteer.bind(null, 'chrome', await chromium()),
  firefox: async () => startPuppeteer.bind(null, 'firefox', firefox()),
  webkit: async () => startWebKit.bind(null, webkit()),
}

/** Runs scenarios in an engine, with the built shop and a new database. @returns a row of the results table */
async function runScenarios(start: () => Promise<Engine>, scenarios: readonly string[]): Promise<string[]> {
  const data = mkdtempSync(join(tmpdir(), 'kitabo-browsers-'))
  let { origin, stop } = await startShop(data)
  const startAgain = async () => {
    stop = (await startShop(data, new URL(origin).port)).stop
  }
  let engine: Engine | undefined
  try {
    engine = await start()
    const { name, version, saveScreenshot } = engine
    const shop = { origin, stop: () => stop(), startAgain }
    const row = [`${name} ${version}`]
    for (const scenario of scenarios) {
      const started = Date.now()
      const problems = await (SCENARIOS[scenario] as Scenario)(engine, shop).catch(async (error: Error) => {
        const image = `${join(IMAGES, `${name}-${scenario}`)}.png` as const
        await saveScreenshot(image).catch(() => undefined)
        return [`${error.message || error.name}; screenshot: ${image}`]
      })
      for (const problem of problems) print(`FAILED  ${name}, ${scenario}: ${problem}`)
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      row.push(problems.length === 0 ? `ok (${seconds} s)` : `${problems.length} FAILED`)
    }
    return row
  } finally {
    await engine?.stop()
    await stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function run(engines: readonly string[], scenarios: readonly string[]): Promise<number> {
  mkdirSync(IMAGES, { recursive: true })
  const starts: (() => Promise<Engine>)[] = []
  for (const name of engines) starts.push(await (ENGINES[name] as (typeof ENGINES)[string])())
  const rows = [['\n', ...scenarios]]
  for (const start of starts) rows.push(await runScenarios(start, scenarios))
  const width = Math.max(...rows.map(([engine = '']) => engine.length)) + 2
  for (const [engine = '', ...cells] of rows)
    print(engine.padEnd(width) + cells.map((cell) => cell.padEnd(16)).join(''))
  return rows.slice(1).some(([, ...cells]) => cells.some((cell) => !cell.startsWith('ok'))) ? 1 : 0
}

/** @throws UserError for an unknown name */
function choose(option: string, text: string | undefined, known: object): string[] {
  const names = Object.keys(known)
  const chosen = text?.split(',') ?? names
  const unknown = chosen.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UserError(`--${option}: unknown name "${unknown}". Available names: ${names.join(', ')}.`)
  return chosen
}

export const command = defineCommand({
  summary:
    'Tests the journey to a paid order, offline use and every screen, in Chromium, Firefox and WebKit at 360 px.',
  options: {
    engines: {
      value: 'NAMES',
      summary: 'comma-separated: chromium, firefox, webkit (all)',
    },
    scenarios: {
      value: 'NAMES',
      summary: 'comma-separated: journey, offline, screens (all)',
    },
    // The option's name in release 0.1.
    walks: { value: 'NAMES', summary: '', isHidden: true },
  },
  run: ({ engines, walks, scenarios = walks }) =>
    run(choose('engines', engines, ENGINES), choose('scenarios', scenarios, SCENARIOS)),
})
