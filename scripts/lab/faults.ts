import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { bootstrap, print, root } from '../bootstrap.ts'
import { buildShop } from '../build/build-shop.ts'
import { chromium as findChromium, headlessShell } from '../checks/chromium.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { faultMatrix } from './faults/fault-matrix.ts'
import { type Result, writeFaultTable } from './faults/fault-table.ts'
import { poisonMatrix } from './faults/poison-matrix.ts'
import { startEmulator } from './shop/shop-emulator.ts'
import { listScreens } from './shop/shop-screens.ts'

async function run(only: string | undefined, atOnce: number, isPoison: boolean): Promise<number> {
  await bootstrap()
  const folder = join(root, '.data', 'test')
  mkdirSync(folder, { recursive: true })
  const all = await listScreens()
  const shown = all.filter(({ name }) => only === undefined || only.split(',').includes(name))

  const data = mkdtempSync(join(tmpdir(), 'kitabo-faults-'))
  const { origin, stop } = await startEmulator(data, buildShop())
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({
    executablePath: headlessShell() ?? (await findChromium()),
    args: CHROMIUM_FLAGS,
  })
  const started = Date.now()
  const results: Result[] = []
  const matrix = await (isPoison ? poisonMatrix : faultMatrix)(browser, origin, shown).catch(
    async (error) => {
      await browser.close()
      stop()
      throw error
    },
  )
  try {
    print(`${matrix.cells.length} cells of ${shown.length} screens, ${atOnce} at a time`)
    const queue = matrix.cells.values()
    const work = async () => {
      const problemsOf = await matrix.openWorker()
      for (const cell of queue) {
        const result = { cell, problems: await problemsOf(cell), see: matrix.howToSee(cell) }
        results.push(result)
        if (results.length % 50 === 0)
          print(
            `  ${results.length} of ${matrix.cells.length}, ${Math.round((Date.now() - started) / 1000)} s`,
          )
        if (result.problems.length === 0) continue
        print(`FAILED  ${cell.screen}, ${cell.endpoint}, ${cell.fault}: ${result.problems.join(' ')}`)
        print(`        ${result.see}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    await browser.close()
    stop()
    rmSync(data, { recursive: true, force: true })
  }
  const table = join(folder, isPoison ? 'poison.html' : 'faults.html')
  writeFaultTable(table, matrix.title, matrix.columns, results)
  const failed = results.filter(({ problems }) => problems.length > 0).length
  const seconds = Math.round((Date.now() - started) / 1000)
  print(`${results.length - failed} passed, ${failed} failed in ${seconds} s; the table is ${table}`)
  return failed === 0 && results.length > 0 ? 0 : 1
}

export const command = defineCommand({
  summary:
    'Opens every screen with every fault of each endpoint that it asks, or with a hostile value in each field that it reads, in Chromium at 360 px.',
  options: {
    poison: {
      summary: 'hostile and wrong values in one field at a time, instead of faults',
    },
    screens: { value: 'NAMES', summary: 'only these, by their names, separated by commas' },
    workers: { value: 'N', summary: 'cells at the same time (4)' },
  },
  run: ({ screens, workers, poison }) => run(screens, wholeNumber('workers', workers, 4), poison ?? false),
})
