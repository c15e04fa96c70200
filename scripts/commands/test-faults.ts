import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { bootstrap, print, root } from '../bootstrap.ts'
import { buildShop } from '../build-shop.ts'
import { chromium as findChromium } from '../chromium.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { type Result, writeFaultTable } from '../fault-table.ts'
import { startEmulator } from '../shop-emulator.ts'

type Cell = Result['cell']

/** What web/e2e/fault-cell.ts exports. */
type Cells = {
  FAULTS: Readonly<Record<string, object>>
  endpointsOf: (browser: Browser, origin: string, path: string) => Promise<string[]>
  problemsOf: (browser: Browser, origin: string, cell: Cell) => Promise<string[]>
  howToSee: (origin: string, cell: Cell) => string
}

type Screen = { name: string; path: string; example?: string }

async function load<Module>(path: string): Promise<Module> {
  // By its URL: the shop's modules have the types of its own build.
  return import(new URL(`../../web/${path}`, import.meta.url).href)
}

async function run(only: string | undefined, atOnce: number): Promise<number> {
  await bootstrap()
  const folder = join(root, '.data', 'test')
  mkdirSync(folder, { recursive: true })
  const { screens } = await load<{ screens: readonly Screen[] }>('src/app/screens.ts')
  const { FAULTS, endpointsOf, problemsOf, howToSee } = await load<Cells>('e2e/fault-cell.ts')
  const shown = [
    ...screens.map(({ name, path, example }) => ({ screen: name, path: example ?? path })),
    { screen: 'account-orders', path: '/my-account?tab=orders' },
  ].filter(({ screen }) => only === undefined || only.split(',').includes(screen))

  const data = mkdtempSync(join(tmpdir(), 'kitabo-faults-'))
  const { origin, stop } = await startEmulator(data, buildShop())
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS })
  const results: Result[] = []
  try {
    const cells: Cell[] = []
    for (const { screen, path } of shown)
      for (const endpoint of await endpointsOf(browser, origin, path))
        for (const fault of Object.keys(FAULTS)) cells.push({ screen, path, endpoint, fault })
    print(`${cells.length} cells of ${shown.length} screens, ${atOnce} at a time`)
    const queue = cells.values()
    const work = async () => {
      for (const cell of queue) {
        const problems = await problemsOf(browser, origin, cell)
        const result = { cell, problems, see: howToSee('http://localhost:8080', cell) }
        results.push(result)
        if (problems.length === 0) continue
        print(`FAILED  ${cell.screen}, ${cell.endpoint}, ${cell.fault}: ${problems.join(' ')}`)
        print(`        ${result.see}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    await browser.close()
    stop()
    rmSync(data, { recursive: true, force: true })
  }
  const table = join(folder, 'faults.html')
  writeFaultTable(table, Object.keys(FAULTS), results)
  const failed = results.filter(({ problems }) => problems.length > 0).length
  print(`${results.length - failed} passed, ${failed} failed; the table is ${table}`)
  return failed === 0 ? 0 : 1
}

export const command = defineCommand({
  summary: 'Opens every screen with every fault of each endpoint that it asks, in Chromium at 360 px.',
  options: {
    screens: { type: 'string', value: 'NAMES', summary: 'only these, by their names, separated by commas' },
    workers: { type: 'string', value: 'N', summary: 'cells at the same time (4)' },
  },
  run: ({ screens, workers }) => run(screens, wholeNumber('workers', workers, 4)),
})
