import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml, htmlPage } from '../../contracts/harness/report/print-html.ts'
import { endpointKey } from '../../contracts/src/endpoint.ts'
import { endpointsOf, FAULTS, howToSee, problemsOf } from '../../web/e2e/fault-cell.ts'
import { fieldsOf, POISONS } from '../../web/e2e/poison.ts'
import { PoisonedShop, type RealResponses } from '../../web/e2e/poisoned-shop.ts'
import { print, root } from '../bootstrap.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { listScreens, type Screen } from './shop/shop-screens.ts'
import { inShopBrowser, type ShopBrowser } from './start.ts'

/** A cell of the table: a page, an endpoint or field that it reads, and a fault. */
type Cell = Omit<Screen, 'name'> & { screen: string; endpoint: string; fault: string }

/** The result for a cell. `see` is the command that reproduces it. */
type Result = { cell: Cell; problems: string[]; see: string }

/** The cells of a table, and how to check them. */
type Matrix = {
  title: string
  columns: readonly string[]
  cells: readonly Cell[]
  /** Opens a worker, which checks one cell at a time. */
  openWorker: () => Promise<(cell: Cell) => Promise<string[]>>
  howToSee: (cell: Cell) => string
}

/** Returns a cell for each page, each endpoint that it requests, and each fault. */
async function faultMatrix({ browser, origin }: ShopBrowser, shown: readonly Screen[]): Promise<Matrix> {
  const cells: Cell[] = []
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

/** Returns a cell for each page, each declared field that it reads, and each kind of hostile or wrong value. */
async function poisonMatrix({ browser, origin }: ShopBrowser, shown: readonly Screen[]): Promise<Matrix> {
  const reads: Record<string, Record<string, string[]>> = JSON.parse(
    readFileSync(join(root, 'contracts/harness/report/shop-reads.json'), 'utf8'),
  )
  const poisonings = new Map<Cell, NonNullable<PoisonedShop['poisoning']>>()
  const real: RealResponses = new Map()
  for (const { name, ...visit } of shown) {
    const responses: RealResponses = new Map()
    const shop = await PoisonedShop.open(browser, origin, null, responses, visit.stored)
    const wrong = await problemsShown(shop, visit)
    await shop.settle()
    await shop.close()
    if (wrong.length > 0) throw new Error(`${name} fails even without a hostile value: ${wrong.join(' ')}`)
    const requested = new Map([...responses.values()].map(({ declared, body }) => [declared, body]))
    for (const [url, response] of responses) real.set(url, response)
    for (const [declared, body] of requested) {
      const read = reads[endpointKey(declared)]?.[visit.of ?? name] ?? []
      for (const fault of Object.keys(POISONS))
        for (const { path, name: field } of fieldsOf(declared, body, fault)) {
          const cell = { screen: name, ...visit, endpoint: `${endpointKey(declared)} ${path}`, fault }
          if (read.includes(field)) poisonings.set(cell, { poison: fault, where: { path }, only: declared })
        }
    }
  }
  const open = (stored: Screen['stored']) => PoisonedShop.open(browser, origin, null, real, stored)
  return {
    title: 'Hostile and wrong values',
    columns: Object.keys(POISONS),
    cells: [...poisonings.keys()],
    openWorker: async () => {
      let stored: Screen['stored']
      let shop = await open(stored)
      return async (cell) => {
        if (cell.stored !== stored) {
          await shop.close()
          stored = cell.stored
          shop = await open(stored)
        }
        shop.poisoning = poisonings.get(cell) ?? null
        return problemsShown(shop, cell)
      }
    },
    howToSee: ({ screen }) => `npm run lab -- faults --poison --screens ${screen}`,
  }
}

/** Opens a page. @returns a sentence for each problem */
async function problemsShown(
  shop: PoisonedShop,
  { path, tap }: Pick<Screen, 'path' | 'tap'>,
): Promise<string[]> {
  const wrong = await shop.visit(path)
  return tap === undefined ? wrong : [...wrong, ...(await shop.tap(tap))]
}

async function run(only: string | undefined, atOnce: number, isPoison: boolean): Promise<number> {
  const all = await listScreens()
  const shown = all.filter(({ name }) => only === undefined || only.split(',').includes(name))
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const results: Result[] = []
  const matrix = await inShopBrowser(async (shop) => {
    const opened = await (isPoison ? poisonMatrix : faultMatrix)(shop, shown)
    print(`${opened.cells.length} cells for ${shown.length} screens, ${atOnce} at a time`)
    const queue = opened.cells.values()
    const work = async () => {
      const check = await opened.openWorker()
      for (const cell of queue) {
        const result = { cell, problems: await check(cell), see: opened.howToSee(cell) }
        results.push(result)
        if (results.length % 50 === 0) print(`  ${results.length} of ${opened.cells.length}, ${seconds()} s`)
        if (result.problems.length === 0) continue
        print(`FAILED  ${cell.screen}, ${cell.endpoint}, ${cell.fault}: ${result.problems.join(' ')}`)
        print(`        ${result.see}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return opened
  }, true)
  const failed = results.filter(({ problems }) => problems.length > 0).length
  const folder = join(root, '.data', 'test')
  const table = join(folder, isPoison ? 'poison.html' : 'faults.html')
  mkdirSync(folder, { recursive: true })
  writeFileSync(table, tableOf(matrix, results, failed))
  print(`${results.length - failed} passed, ${failed} failed in ${seconds()} s; the table is ${table}`)
  return failed === 0 && results.length > 0 ? 0 : 1
}

/** Renders the results as HTML: a row per page and endpoint, a column per fault. */
function tableOf({ title, columns }: Matrix, results: readonly Result[], failed: number): string {
  const rowOf = ({ screen, endpoint }: Cell) => `${screen} ${endpoint}`
  const rows = [...new Set(results.map(({ cell }) => rowOf(cell)))].sort()
  const byPlace = new Map(results.map((result) => [`${rowOf(result.cell)} ${result.cell.fault}`, result]))
  const cellOf = (result: Result | undefined) => {
    if (!result) return '<td></td>'
    const { problems, see } = result
    return problems.length === 0
      ? '<td class="ok">ok</td>'
      : `<td class="bad"><details><summary>${problems.length}</summary>${escapeHtml(problems.join(' '))}<br><code>${escapeHtml(see)}</code></details></td>`
  }
  const body = `<p>${results.length} cells, ${results.length - failed} passed, ${failed} failed.</p>
<table><thead><tr><th>Screen and endpoint</th>${columns.map((fault) => `<th>${escapeHtml(fault)}</th>`).join('')}</tr></thead><tbody>
${rows.map((row) => `<tr><th scope="row">${escapeHtml(row)}</th>${columns.map((fault) => cellOf(byPlace.get(`${row} ${fault}`))).join('')}</tr>`).join('\n')}
</tbody></table>`
  return htmlPage(title, body, STYLE)
}

const STYLE = `
main { max-width: none; } th, td { border: 1px solid var(--line); vertical-align: top; padding: .35rem .4rem; } thead th { position: sticky; top: 0; background: Canvas; }
.ok { color: var(--kept); } .bad { color: var(--drifted); } code { font-size: .875rem; }
`

export const command = defineCommand({
  summary:
    'Opens every screen with every fault in each endpoint that it requests, or with a hostile value in each field that it reads, in Chromium at 360 px.',
  options: {
    poison: {
      summary: 'use a hostile or wrong value in one field at a time, instead of faults',
    },
    screens: { value: 'NAMES', summary: 'comma-separated names of screens (all)' },
    workers: { value: 'N', summary: 'cells to check at the same time (4)' },
  },
  run: ({ screens, workers, poison }) => run(screens, wholeNumber('workers', workers, 4), poison ?? false),
})
