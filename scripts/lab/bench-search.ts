import { print } from '../bootstrap.ts'
import { chromium } from '../checks/programs.ts'
import { defineCommand, wholeNumber } from '../command.ts'

/** What an index of ten thousand products may cost: MB of memory, and milliseconds of 95 answers in 100. */
const MEMORY_MB = 15
const P95_MS = 30

export const command = defineCommand({
  summary:
    "Measures the memory of the shop's search index and the time of its answers, as a slower phone has them.",
  options: {
    products: { value: 'N', summary: 'products in the catalogue (10000)' },
    slower: { value: 'N', summary: 'how many times slower the processor is made (4)' },
  },
  run: async ({ products, slower }) => {
    const [count, rate] = [wholeNumber('products', products, 10_000), wholeNumber('slower', slower, 4)]
    const browser = await chromium()
    const { measureSearch } = await import('./web/search-index-cost.ts')
    const cost = await measureSearch(browser, count, rate)
    const ms = (time: number) => `${time.toFixed(1)} ms`
    print(
      `${cost.products} products: ${cost.memoryMb.toFixed(1)} MB; ${cost.answers} answers with a processor ${rate} times slower: median ${ms(cost.median)}, p95 ${ms(cost.p95)}, longest ${ms(cost.longest)}`,
    )
    const isKept = cost.memoryMb <= MEMORY_MB && cost.p95 <= P95_MS
    print(isKept ? 'Every budget is kept.' : `The budget allows ${MEMORY_MB} MB and a p95 of ${P95_MS} ms.`)
    return isKept ? 0 : 1
  },
})
