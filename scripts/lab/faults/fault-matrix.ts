/** Every screen of the shop with every fault of each endpoint that it asks. */
import type { Browser } from '@playwright/test'
import { loadFromShop, type Screen } from '../shop/shop-screens.ts'
import type { Matrix, Result } from './fault-table.ts'

type Cell = Result['cell']

/** What web/e2e/fault-cell.ts exports. */
type Cells = {
  FAULTS: Readonly<Record<string, object>>
  endpointsOf: (browser: Browser, origin: string, visit: Screen) => Promise<string[]>
  problemsOf: (browser: Browser, origin: string, cell: Cell) => Promise<string[]>
  howToSee: (origin: string, cell: Cell) => string
}

export async function faultMatrix(
  browser: Browser,
  origin: string,
  shown: readonly Screen[],
): Promise<Matrix> {
  const { FAULTS, endpointsOf, problemsOf, howToSee } = await loadFromShop<Cells>('e2e/fault-cell.ts')
  const cells: Cell[] = []
  for (const { name, ...visit } of shown)
    for (const endpoint of await endpointsOf(browser, origin, { name, ...visit }))
      for (const fault of Object.keys(FAULTS)) cells.push({ screen: name, ...visit, endpoint, fault })
  return {
    title: 'Fault matrix',
    columns: Object.keys(FAULTS),
    cells,
    openWorker: async () => (cell) => problemsOf(browser, origin, cell),
    howToSee: (cell) => howToSee('http://localhost:8080', cell),
  }
}
