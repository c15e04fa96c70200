/** Every screen of the shop with every fault of each endpoint that it asks. */
import type { Browser } from '@playwright/test'
import { endpointsOf, FAULTS, howToSee, problemsOf } from '../../../web/e2e/fault-cell.ts'
import type { Screen } from '../shop/shop-screens.ts'
import type { Matrix, Result } from './fault-table.ts'

type Cell = Result['cell']

export async function faultMatrix(
  browser: Browser,
  origin: string,
  shown: readonly Screen[],
): Promise<Matrix> {
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
