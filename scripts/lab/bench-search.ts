/** Measures the memory of the shop's search index, and the time per query on a throttled CPU. */
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { createEmulator } from '../../mock-server/src/emulator.ts'
import { print, root } from '../bootstrap.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { inChromium } from './start.ts'
import { SEARCH_QUERIES } from './web/search-table.ts'

/** Budgets for an index of 10,000 products: memory in MB, and the 95th percentile in milliseconds. */
const MEMORY_MB = 15
const P95_MS = 30

/** Products per request to the emulator. */
const PAGE_SIZE = 500
/** Length of the shortest query. The search starts with the third typed character. */
const FIRST_CHARACTERS = 3

/** The window of the measured page, with the bundled script's functions. */
type BenchPage = Window & { bench: { add: (response: unknown) => number; find: (query: string) => number } }

/** Bundles the search index of the shop's worker into a single script. */
async function bundleIndex(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: root,
      loader: 'ts',
      contents: `
        import { readResponse } from './web/src/features/search/index/index-entry.ts'
        import { ShopIndex } from './web/src/features/search/index/shop-index.ts'
        const index = new ShopIndex()
        window.bench = {
          add: (response) => {
            const { entries, categories } = readResponse(response, Date.now())
            index.addCategories(categories)
            index.add(entries)
            return index.size
          },
          find: (query) => index.find(query, 20).length,
        }`,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/**
 * Builds the index of a large catalogue in Chromium and searches for every prefix of each query.
 * @param products size of the catalogue
 * @param slower CPU slowdown factor
 * @returns whether the budgets are met
 */
async function measureSearch(page: Page, products: number, slower: number): Promise<boolean> {
  const emulator = await createEmulator({ seed: 'search', frozenAt: '2026-11-20T09:00:00Z', products })
  const session = await page.context().newCDPSession(page)
  const usedBytes = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  const add = async (path: string) => {
    const response = await (await emulator.fetch(`${emulator.origin}/api/v1${path}`)).text()
    return page.evaluate((body) => (window as unknown as BenchPage).bench.add(JSON.parse(body)), response)
  }
  await page.addScriptTag({ content: await bundleIndex() })
  const before = await usedBytes()
  let size = await add('/categories')
  for (let offset = 1; (offset - 1) * PAGE_SIZE < products; offset++)
    size = await add(`/products/latest?limit=${PAGE_SIZE}&offset=${offset}`)
  const memoryMb = ((await usedBytes()) - before) / 1024 / 1024
  await emulator.close()

  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const typed = SEARCH_QUERIES.flatMap(([query]) =>
    Array.from({ length: query.length - FIRST_CHARACTERS + 1 }, (_, at) =>
      query.slice(0, at + FIRST_CHARACTERS),
    ),
  )
  const times = await page.evaluate((queries) => {
    const { bench } = window as unknown as BenchPage
    return queries.map((query) => {
      const began = performance.now()
      bench.find(query)
      return performance.now() - began
    })
  }, typed)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const ms = (time: number) => `${time.toFixed(1)} ms`
  print(
    `${size} products: ${memoryMb.toFixed(1)} MB; ${times.length} queries on a CPU slowed down ${slower} times: median ${ms(at(0.5))}, p95 ${ms(at(0.95))}, longest ${ms(at(1))}`,
  )
  return memoryMb <= MEMORY_MB && at(0.95) <= P95_MS
}

export const command = defineCommand({
  summary: "Measures the memory of the shop's search index and the time per query on a throttled CPU.",
  options: {
    products: { value: 'N', summary: 'products in the catalogue (10000)' },
    slower: { value: 'N', summary: 'CPU slowdown factor (4)' },
  },
  run: async ({ products, slower }) => {
    const [count, rate] = [wholeNumber('products', products, 10_000), wholeNumber('slower', slower, 4)]
    const isKept = await inChromium(async (browser) => measureSearch(await browser.newPage(), count, rate))
    print(isKept ? 'All budgets are met.' : `The budgets are ${MEMORY_MB} MB and a p95 of ${P95_MS} ms.`)
    return isKept ? 0 : 1
  },
})
