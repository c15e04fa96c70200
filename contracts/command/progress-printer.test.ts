import { expect, test } from 'vitest'
import { createProgressPrinter } from './progress-printer.ts'

/** Prints the progress of two cases, a wait and a write. @returns what was written, one entry per call */
function print(out: { isTTY: boolean; columns?: number }): string[] {
  const written: string[] = []
  const write = (text: string) => written.push(text) > 0
  const progress = createProgressPrinter({ ...out, write } as unknown as NodeJS.WriteStream)
  progress.report({ kind: 'start', cases: 12 })
  progress.report({ kind: 'sending', done: 0, name: 'banners.list', title: `all banners ${'x'.repeat(80)}` })
  progress.report({ kind: 'waiting', ms: 1500 })
  progress.report({
    kind: 'writing',
    name: 'orders.place',
    method: 'POST',
    path: '/orders',
    title: 'an order',
    cleanup: 'it stays',
  })
  progress.report({ kind: 'sending', done: 1, name: 'orders.list', title: 'the orders\u001b[31m' })
  progress.end()
  return written
}

const WAIT = '  rate limit (429): waiting 2 s\n'
const WRITE = '  write: POST /orders: an order (it stays)\n'

test('overwrites one line of a terminal, but no wait and no write', () => {
  const CLEAR = '\r\u001b[K'
  expect(print({ isTTY: true, columns: 30 })).toEqual([
    `${CLEAR}  1/12 banners.list: all bann`,
    CLEAR,
    WAIT,
    CLEAR,
    WRITE,
    `${CLEAR}  2/12 orders.list: the order`,
    CLEAR,
  ])
  // A terminal of unknown width has 80 columns.
  expect(print({ isTTY: true, columns: 0 })[0]).toHaveLength(CLEAR.length + 79)
})

test('prints one line per request elsewhere, without control characters', () => {
  expect(print({ isTTY: false })).toEqual([
    `  1/12 banners.list: all banners ${'x'.repeat(80)}\n`,
    WAIT,
    WRITE,
    '  2/12 orders.list: the orders·[31m\n',
  ])
})
