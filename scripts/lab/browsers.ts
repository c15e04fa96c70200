import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'
import { chromium, firefox, webkit } from '../checks/programs.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'
import type { Engine } from './browsers/engine.ts'
import { journey, offline, type RunningShop, screens, type Walk } from './browsers/scenarios.ts'
import { listScreens } from './shop/shop-screens.ts'
import { startShop } from './start.ts'

const WALKS: Readonly<Record<string, Walk>> = { journey, offline, screens }

/** How each engine is started. Its programs are looked for before any is started. */
const ENGINES: Readonly<Record<string, () => Promise<() => Promise<Engine>>>> = {
  chromium: async () => {
    const program = await chromium()
    const { startPuppeteer } = await import('./browsers/puppeteer-engine.ts')
    return () => startPuppeteer('chrome', program)
  },
  firefox: async () => {
    const program = firefox()
    const { startPuppeteer } = await import('./browsers/puppeteer-engine.ts')
    return () => startPuppeteer('firefox', program)
  },
  webkit: async () => {
    const programs = webkit()
    const { startWebKit } = await import('./browsers/webkit-engine.ts')
    return () => startWebKit(programs)
  },
}

/** The built shop with an emulator of its own. */
async function openShop(data: string): Promise<RunningShop> {
  let running = await startShop(data)
  const { origin } = running
  return {
    origin,
    stop: () => running.stop(),
    startAgain: async () => {
      running = await startShop(data, new URL(origin).port)
    },
  }
}

type Row = { engine: string; results: Record<string, string> }

async function walkAll(engine: Engine, shop: RunningShop, walks: readonly string[]): Promise<Row> {
  const pictures = join(root, '.data', 'test', 'browsers')
  mkdirSync(pictures, { recursive: true })
  const shown = await listScreens()
  const row: Row = { engine: `${engine.name} ${engine.version}`, results: {} }
  for (const walk of walks) {
    const started = Date.now()
    const problems = await (WALKS[walk] as Walk)(engine, shop, shown).catch(async (error: Error) => {
      await engine.savePicture(`${join(pictures, `${engine.name}-${walk}`)}.png`).catch(() => undefined)
      return [
        `${error.message || error.name}; the page then: ${join(pictures, `${engine.name}-${walk}.png`)}`,
      ]
    })
    for (const problem of problems) print(`FAILED  ${engine.name}, ${walk}: ${problem}`)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    row.results[walk] = problems.length === 0 ? `ok (${seconds} s)` : `${problems.length} FAILED`
  }
  return row
}

async function run(wanted: string | undefined, some: string | undefined): Promise<number> {
  const chosen = choose('engines', wanted, Object.keys(ENGINES))
  const walks = choose('walks', some, Object.keys(WALKS))
  const starts: (() => Promise<Engine>)[] = []
  for (const name of chosen) starts.push(await (ENGINES[name] as (typeof ENGINES)[string])())
  const rows: Row[] = []
  for (const start of starts) {
    const data = mkdtempSync(join(tmpdir(), 'kitabo-browsers-'))
    const shop = await openShop(data)
    try {
      const engine = await start()
      try {
        rows.push(await walkAll(engine, shop, walks))
      } finally {
        await engine.stop()
      }
    } finally {
      await shop.stop()
      rmSync(data, { recursive: true, force: true })
    }
  }
  printTable(rows, walks)
  return rows.every(({ results }) => Object.values(results).every((result) => result.startsWith('ok')))
    ? 0
    : 1
}

function choose(option: string, text: string | undefined, known: readonly string[]): string[] {
  const names = text?.split(',') ?? [...known]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new UserError(`--${option} knows ${known.join(', ')}; "${unknown}" is none of them.`)
  return names
}

function printTable(rows: readonly Row[], walks: readonly string[]): void {
  const width = Math.max(...rows.map(({ engine }) => engine.length)) + 2
  print(`\n${''.padEnd(width)}${walks.map((walk) => walk.padEnd(16)).join('')}`)
  for (const { engine, results } of rows)
    print(`${engine.padEnd(width)}${walks.map((walk) => (results[walk] ?? '').padEnd(16)).join('')}`)
}

export const command = defineCommand({
  summary:
    'The journey to a paid order, a time without a network and every screen, in Chromium, Firefox and WebKit at 360 px.',
  options: {
    engines: {
      value: 'NAMES',
      summary: 'of chromium, firefox and webkit, separated by commas (all)',
    },
    walks: {
      value: 'NAMES',
      summary: 'of journey, offline and screens, separated by commas (all)',
    },
  },
  run: ({ engines, walks }) => run(engines, walks),
})
