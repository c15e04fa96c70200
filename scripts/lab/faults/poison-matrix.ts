/** Opens every page of the shop with a hostile or wrong value in each declared field that it reads, one at a time. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Endpoint, endpointKey } from '../../../contracts/src/endpoint.ts'
import { fieldsOf, POISONS } from '../../../web/e2e/poison.ts'
import { PoisonedShop, type RealResponses } from '../../../web/e2e/poisoned-shop.ts'
import { root } from '../../bootstrap.ts'
import type { Screen } from '../shop/shop-screens.ts'
import type { ShopBrowser } from '../start.ts'
import type { Matrix, Result } from './fault-table.ts'

type Cell = Result['cell']
type Poisoning = { poison: string; where: { path: string }; only: Endpoint }

export async function poisonMatrix(
  { browser, origin }: ShopBrowser,
  shown: readonly Screen[],
): Promise<Matrix> {
  const reads: Record<string, Record<string, string[]>> = JSON.parse(
    readFileSync(join(root, 'contracts/harness/report/shop-reads.json'), 'utf8'),
  )
  const poisonings = new Map<Cell, Poisoning>()
  const real: RealResponses = new Map()
  for (const { name, ...visit } of shown) {
    const responses: RealResponses = new Map()
    const shop = await PoisonedShop.open(browser, origin, null, responses, visit.stored)
    const wrong = await look(shop, visit)
    await shop.settle()
    await shop.close()
    if (wrong.length > 0) throw new Error(`${name} fails before anything is poisoned: ${wrong.join(' ')}`)
    const requested = new Map([...responses.values()].map(({ declared, body }) => [declared, body]))
    for (const [address, response] of responses) real.set(address, response)
    for (const [declared, body] of requested) {
      const read = reads[endpointKey(declared)]?.[visit.of ?? name] ?? []
      for (const poison of Object.keys(POISONS))
        for (const field of fieldsOf(declared, body, poison)) {
          if (!read.includes(field.name)) continue
          const cell = {
            screen: name,
            ...visit,
            endpoint: `${endpointKey(declared)} ${field.path}`,
            fault: poison,
          }
          poisonings.set(cell, { poison, where: { path: field.path }, only: declared })
        }
    }
  }
  return {
    title: 'Hostile and wrong values',
    columns: Object.keys(POISONS),
    cells: [...poisonings.keys()],
    openWorker: async () => {
      const open = async (stored: Screen['stored']) => ({
        stored,
        shop: await PoisonedShop.open(browser, origin, null, real, stored),
      })
      let current = await open(undefined)
      return async (cell) => {
        if (cell.stored !== current.stored) {
          await current.shop.close()
          current = await open(cell.stored)
        }
        current.shop.poisoning = poisonings.get(cell) ?? null
        return look(current.shop, cell)
      }
    },
    howToSee: ({ screen }) => `npm run lab -- faults --poison --screens ${screen}`,
  }
}

/** Opens a page. @returns the problems found, one sentence each */
async function look(shop: PoisonedShop, { path, tap }: Pick<Screen, 'path' | 'tap'>): Promise<string[]> {
  const wrong = await shop.visit(path)
  return tap === undefined ? wrong : [...wrong, ...(await shop.tap(tap))]
}
