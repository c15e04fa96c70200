/** Every screen of the shop with a hostile or wrong value in each declared field that it reads, one field at a time. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type Endpoint, endpointKey } from '../contracts/src/endpoint.ts'
import { root } from './bootstrap.ts'
import type { Matrix, Result } from './fault-table.ts'
import { loadFromShop, type Screen } from './shop-screens.ts'

type Cell = Result['cell']
type RealAnswers = Map<string, { declared: Endpoint; body: unknown }>
type Poisoning = { poison: string; where: { path: string }; only: Endpoint }

/** What web/e2e/poison.ts and web/e2e/poisoned-shop.ts export. */
type Poisons = {
  POISONS: Readonly<Record<string, object>>
  fieldsOf: (declared: Endpoint, body: unknown, poison: string) => { path: string; name: string }[]
}
type Shop = {
  poisoning: Poisoning | null
  visit: (path: string) => Promise<string[]>
  close: () => Promise<void>
}
type Shops = {
  PoisonedShop: {
    open: (browser: Browser, origin: string, poisoning: null, real: RealAnswers) => Promise<Shop>
  }
}

export async function poisonMatrix(
  browser: Browser,
  origin: string,
  shown: readonly Screen[],
): Promise<Matrix> {
  const { POISONS, fieldsOf } = await loadFromShop<Poisons>('e2e/poison.ts')
  const { PoisonedShop } = await loadFromShop<Shops>('e2e/poisoned-shop.ts')
  const reads: Record<string, Record<string, string[]>> = JSON.parse(
    readFileSync(join(root, 'contracts/harness/shop-reads.json'), 'utf8'),
  )
  const poisonings = new Map<Cell, Poisoning>()
  const real: RealAnswers = new Map()
  for (const { name, path } of shown) {
    const answers: RealAnswers = new Map()
    const shop = await PoisonedShop.open(browser, origin, null, answers)
    const wrong = await shop.visit(path)
    await shop.close()
    if (wrong.length > 0) throw new Error(`${name} fails before anything is poisoned: ${wrong.join(' ')}`)
    const asked = new Map([...answers.values()].map(({ declared, body }) => [declared, body]))
    for (const [address, answer] of answers) real.set(address, answer)
    for (const [declared, body] of asked) {
      // The orders are a tab of the account's screen.
      const read = reads[endpointKey(declared)]?.[name === 'account-orders' ? 'account' : name] ?? []
      for (const poison of Object.keys(POISONS))
        for (const field of fieldsOf(declared, body, poison)) {
          if (!read.includes(field.name)) continue
          const cell = {
            screen: name,
            path,
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
      const shop = await PoisonedShop.open(browser, origin, null, real)
      return async (cell) => {
        shop.poisoning = poisonings.get(cell) ?? null
        return shop.visit(cell.path)
      }
    },
    howToSee: ({ screen }) => `npm run test:faults -- --poison --screens ${screen}`,
  }
}
