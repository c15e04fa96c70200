import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CurrentProduct } from '../../domain/current-product.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import type { SchoolList } from './list-link.ts'
import { formatQuotationLine, ListSheet, usePrint } from './list-sheet.tsx'
import { listTotal } from './list-total.ts'

const line = (id: number, quantity: number, note = '') => ({ id, quantity, name: `Listed ${id}`, note })
const listed = (total_stock: number, price: number | null): CurrentProduct => ({
  status: 'listed',
  product: readProduct({ id: 1, name: 'Book', price, total_stock }) as ShopProduct,
})

type Sheet = {
  list: SchoolList
  current: readonly CurrentProduct[]
  buyer: string | null
  qr?: boolean[][] | null
}

function renderSheet({ list, current, buyer, qr = null }: Sheet) {
  const products = new Map(current.map((each, index) => [index + 1, each]))
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  onTestFinished(() => void vi.unstubAllGlobals())
  const total = listTotal(list.lines, products)
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ListSheet {...{ list, products, total, qr, buyer }} />
    </QueryClientProvider>,
  )
  return container
}

function textOfSheet(list: SchoolList, current: readonly CurrentProduct[], buyer: string | null) {
  const container = renderSheet({ list, current, buyer })
  const textsOf = (rows: string) =>
    [...container.querySelectorAll(rows)].map((row) => [...row.children].map((cell) => cell.textContent))
  return {
    heading: container.querySelector('h2')?.textContent,
    rows: textsOf('tbody tr'),
    sums: textsOf('tfoot tr'),
  }
}

test('the sheet has the price and the sum of what can be bought, and the rounding of the total', () => {
  const lines = [line(1, 2, 'blue'), line(2, 3), line(3, 1), line(4, 1), line(5, 1)]
  const current: CurrentProduct[] = [
    listed(9, 1_010),
    listed(2, 1_000),
    listed(0, 700),
    listed(9, null),
    { status: 'gone' },
  ]
  const { heading, rows, sums } = textOfSheet({ title: '', lines }, current, null)
  expect(heading).toBe('School list')
  expect(rows).toEqual([
    ['', 'Book (blue)', '2', 'UGX 1,010', 'UGX 2,020'],
    ['', 'Book, only 2 in stock', '3', 'UGX 1,000', 'UGX 2,000'],
    ['', 'Book, sold out', '1', 'UGX 700', '–'],
    ['', 'Book', '1', '', ''],
    ['', 'Listed 5', '1', 'not sold', ''],
  ])
  expect(sums).toEqual([
    ['Rounding', 'UGX -20'],
    [
      expect.stringMatching(/^Total \(1 sold out, 1 no longer sold, 1 without a price, not included; /),
      'UGX 4,000',
    ],
  ])
})

test('a quotation has its buyer and no boxes, and no total until all prices have loaded', () => {
  const list = { title: 'P4 Blue', lines: [line(1, 2), line(2, 3)] }
  const { heading, rows, sums } = textOfSheet(list, [listed(9, 500), { status: 'loading' }], 'Kasubi Primary')
  expect(heading).toBe('Quotation: P4 Blue')
  expect(rows).toEqual([
    ['Book', '2', 'UGX 500', 'UGX 1,000'],
    ['Listed 2', '3', '', ''],
  ])
  expect(sums).toEqual([])
  expect(textOfSheet({ ...list, title: '' }, [], '').heading).toBe('Quotation')
})

test('the number of a quotation names its day in Kampala and its lines, and it is valid for 14 days', () => {
  const at = Date.parse('2026-03-02T22:30:00Z')
  const quotation = (...lines: SchoolList['lines']) => formatQuotationLine({ title: '', lines }, at)
  const first = quotation(line(1, 2), line(2, 3))
  expect(first).toMatch(/^No\. Q260303-\d{4} · valid until 17 March 2026, while stock lasts$/)
  expect(quotation(line(1, 2), { ...line(2, 3), note: 'blue' })).toBe(first)
  expect(quotation(line(1, 2), line(2, 4))).not.toBe(first)
  expect(quotation(line(2, 3), line(1, 2))).not.toBe(first)
})

test('prints once if Print is clicked again meanwhile, and not after the page was left', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { result, unmount } = renderHook(() => usePrint('https://a.example/'), { wrapper: MemoryRouter })
  const afterClicks = (...clicks: (() => void)[]) =>
    act(async () => {
      for (const click of clicks) click()
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  // Loads the code.
  act(() => result.current.print())
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  await afterClicks(result.current.print, result.current.print)
  expect(print).toHaveBeenCalledTimes(2)
  await afterClicks(result.current.print, unmount)
  expect(print).toHaveBeenCalledTimes(2)
})

/** A list with one line. */
const SHORT = { list: { title: '', lines: [line(1, 1)] }, current: [listed(9, 500)] }

test.each([
  [null, 5, []],
  ['', 4, []],
  ['Kasubi Primary', 4, ['For Kasubi Primary']],
])(
  'for the buyer %j, the sheet has %i columns, of which the last has the total, and says %j',
  (buyer, columns, texts) => {
    const sheet = renderSheet({ ...SHORT, buyer })
    expect(sheet.querySelectorAll('thead th')).toHaveLength(columns)
    expect(sheet.querySelector('tfoot th')).toHaveAttribute('colspan', String(columns - 1))
    const paragraphs = [...sheet.querySelectorAll('header p')].map(({ textContent }) => textContent ?? '')
    expect(paragraphs.filter((text) => text.startsWith('For '))).toEqual(texts)
  },
)

test('a QR code is drawn with its dark squares, and a margin of four squares on each side', () => {
  const svg = renderSheet({
    ...SHORT,
    buyer: null,
    qr: [
      [true, false],
      [true, true],
    ],
  }).querySelector('.list-sheet figure svg')
  expect(svg).toHaveAttribute('viewBox', '0 0 10 10')
  const squares = [...(svg?.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)]
  expect(squares.map(([, x, y]) => [x, y])).toEqual([
    ['4', '4'],
    ['4', '5'],
    ['5', '5'],
  ])
})

test('prints a list whose link is too long for a QR code without it', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { result, rerender } = renderHook(({ url }) => usePrint(url), {
    initialProps: { url: 'https://a.example/' },
    wrapper: MemoryRouter,
  })
  const printed = async (times: number) => {
    act(() => result.current.print())
    await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(times))
    return result.current.qr
  }
  expect((await printed(1))?.length).toBeGreaterThan(20)
  rerender({ url: `https://a.example/#${'x'.repeat(3_000)}` })
  expect(await printed(2)).toBeNull()
  vi.unstubAllGlobals()
})
