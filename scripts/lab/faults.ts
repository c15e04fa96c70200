import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { endpointsOf, FAULTS, howToSee, problemsOf } from '../../web/e2e/fault-cell.ts'
import { print, root } from '../bootstrap.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { type Matrix, type Result, writeFaultTable } from './faults/fault-table.ts'
import { poisonMatrix } from './faults/poison-matrix.ts'
import { listScreens, type Screen } from './shop/shop-screens.ts'
import { inShopBrowser, type ShopBrowser } from './start.ts'

/** Opens every page of the shop with every fault of each endpoint that it requests. */
async function faultMatrix({ browser, origin }: ShopBrowser, shown: readonly Screen[]): Promise<Matrix> {
  const cells: Result['cell'][] = []
  for (const { name, ...visit } of shown)
    for (const endpoint of await endpointsOf(browser, origin, visit))
      for (const fault of Object.keys(FAULTS)) cells.push({ screen: name, ...visit, endpoint, fault })
  return {
    title: 'Fault matrix',
    columns: Object.keys(FAULTS),
    cells,
    openWorker: async () => (cell) => problemsOf(browser, origin, cell),
    howToSee: (cell) => howToSee('http://localhost:8080', cell),
  }
}

async function run(only: string | undefined, atOnce: number, isPoison: boolean): Promise<number> {
  const folder = join(root, '.data', 'test')
  mkdirSync(folder, { recursive: true })
  const all = await listScreens()
  const shown = all.filter(({ name }) => only === undefined || only.split(',').includes(name))

  const started = Date.now()
  const results: Result[] = []
  const matrix = await inShopBrowser(async (shop) => {
    const opened = await (isPoison ? poisonMatrix : faultMatrix)(shop, shown)
    print(`${opened.cells.length} cells of ${shown.length} screens, ${atOnce} at a time`)
    const queue = opened.cells.values()
    const work = async () => {
      const problemsOf = await opened.openWorker()
      for (const cell of queue) {
        const result = { cell, problems: await problemsOf(cell), see: opened.howToSee(cell) }
        results.push(result)
        if (results.length % 50 === 0)
          print(
            `  ${results.length} of ${opened.cells.length}, ${Math.round((Date.now() - started) / 1000)} s`,
          )
        if (result.problems.length === 0) continue
        print(`FAILED  ${cell.screen}, ${cell.endpoint}, ${cell.fault}: ${result.problems.join(' ')}`)
        print(`        ${result.see}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return opened
  }, true)
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
