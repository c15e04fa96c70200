/** What the shop's search index costs a phone: its memory, and how long an answer takes with a slower processor. */
import { build } from 'esbuild'
import { createEmulator } from '../../../mock-server/src/emulator.ts'
import { CHROMIUM_FLAGS } from '../../../web/chromium-flags.ts'
import { root } from '../../bootstrap.ts'
import { SEARCH_QUERIES } from './search-queries.ts'

export type SearchCost = {
  products: number
  /** MB of 1024 × 1024 bytes that the index holds after garbage collection. */
  memoryMb: number
  /** Milliseconds per answer. */
  median: number
  p95: number
  longest: number
  answers: number
}

/** Products of one answer, as a page would ask for them. */
const AT_ONCE = 500
/** An answer is asked for from this many letters on, as while typing. */
const FIRST_LETTERS = 3

/** What the page of the measurement defines. */
type BenchPage = Window & { bench: { add: (answer: unknown) => number; find: (query: string) => number } }

/** The index as the shop's worker has it, in one script for a page. */
async function bundleIndex(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: root,
      loader: 'ts',
      contents: `
        import { readAnswer } from './web/src/features/search/index/index-entry.ts'
        import { ShopIndex } from './web/src/features/search/index/shop-index.ts'
        const index = new ShopIndex()
        window.bench = {
          add: (answer) => {
            const { entries, categories } = readAnswer(answer, Date.now())
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
 * Builds the index of a large catalogue in a page of Chromium, and asks it for each query letter by letter.
 * @param products how many the catalogue has
 * @param slower how many times slower the processor is made
 */
export async function measureSearch(browser: string, products: number, slower: number): Promise<SearchCost> {
  const { chromium } = await import('@playwright/test')
  const emulator = await createEmulator({ seed: 'search', frozenAt: '2026-11-20T09:00:00Z', products })
  const engine = await chromium.launch({ executablePath: browser, args: CHROMIUM_FLAGS })
  try {
    const page = await engine.newPage()
    const session = await page.context().newCDPSession(page)
    const usedBytes = async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    }
    const ask = async (path: string) =>
      (await emulator.fetch(`${emulator.origin}/api/v1${path}`)).json() as Promise<object>
    await page.addScriptTag({ content: await bundleIndex() })
    const before = await usedBytes()
    const add = (answer: object) =>
      page.evaluate(
        (body) => (window as unknown as BenchPage).bench.add(JSON.parse(body)),
        JSON.stringify(answer),
      )
    await add(await ask('/categories'))
    let size = 0
    for (let offset = 1; (offset - 1) * AT_ONCE < products; offset++)
      size = await add(await ask(`/products/latest?limit=${AT_ONCE}&offset=${offset}`))
    const memoryMb = ((await usedBytes()) - before) / 1024 / 1024

    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const typed = SEARCH_QUERIES.flatMap(([query]) =>
      Array.from({ length: query.length - FIRST_LETTERS + 1 }, (_, at) => query.slice(0, at + FIRST_LETTERS)),
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
    return {
      products: size,
      memoryMb,
      median: at(0.5),
      p95: at(0.95),
      longest: at(1),
      answers: times.length,
    }
  } finally {
    await engine.close()
    await emulator.close()
  }
}
