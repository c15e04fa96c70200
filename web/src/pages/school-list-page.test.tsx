import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { update } from 'mock-server/world/queries'
import { describe, expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { leaveFor, renderShop } from '../../test/render.tsx'
import { paths } from '../config/paths.ts'
import { encodeList } from '../features/school-list/list-link.ts'

const SOLD_OUT = { id: 102, name: "Mabira Biology Learner's Book 4", quantity: 1, note: '' }
const IN_STOCK = { id: 98, name: "Nyanza Chemistry Learner's Book 4", quantity: 2, note: '' }

type Options = {
  stock?: number
  price?: number
  alternative?: string
  alternativePrice?: number | null
  quantity?: number
  asQuotation?: boolean
}

/**
 * Opens a list of two books: SOLD_OUT at UGX 36,000 and two of IN_STOCK at UGX 5,000.
 * @param options.stock the stock of SOLD_OUT
 * @param options.price the price of IN_STOCK
 * @param options.alternative the name of all search results
 */
async function openList(options: Options = {}) {
  const {
    stock = 0,
    price = 5000,
    alternative,
    alternativePrice = 32_000,
    quantity = 1,
    asQuotation = false,
  } = options
  const emulator = await createTestApp()
  update(emulator.world, 'products', 'SET price = 36000 WHERE id = ?', SOLD_OUT.id)
  update(emulator.world, 'products', 'SET price = ? WHERE id = ?', price, IN_STOCK.id)
  await emulator.control('POST /stock', { body: { id: SOLD_OUT.id, stock } })
  await emulator.control('POST /stock', { body: { id: IN_STOCK.id, stock: 50 } })
  const fragment = await encodeList({ title: 'S4', lines: [{ ...SOLD_OUT, quantity }, IN_STOCK] })
  const change = (field: string, value: unknown) => ({
    path: '/products/search',
    effect: { change: `$.products[].${field}`, value },
  })
  const faults =
    alternative === undefined ? [] : [change('name', alternative), change('price', alternativePrice)]
  const shown = await renderShop({
    faults,
    path: `${paths.schoolList}#${fragment}`,
    emulator,
    state: { asQuotation },
  })
  const main = within(await screen.findByRole('main'))
  await main.findAllByText(`UGX 36,000`)
  const sheet = within(shown.container.querySelector('.list-sheet') as HTMLElement)
  const line = main.getAllByRole('listitem').find((item) => item.textContent.includes(SOLD_OUT.name))
  return { ...shown, main, sheet, line: within(line as HTMLElement) }
}

/** Delays the encoding of changed lists. @returns a function that lets it continue, and waits for its result */
function delayEncoding(): () => Promise<void> {
  let start = () => {}
  const started = new Promise<void>((resolve) => (start = resolve))
  const encodings: Promise<ArrayBuffer>[] = []
  const read = Response.prototype.arrayBuffer
  vi.spyOn(Response.prototype, 'arrayBuffer').mockImplementation(function (this: Response) {
    const encoding = started.then(() => read.call(this))
    encodings.push(encoding)
    return encoding
  })
  return () =>
    act(async () => {
      start()
      await Promise.all(encodings)
    })
}

const textOf = (element: HTMLElement | null) => element?.textContent
const cart = () =>
  (JSON.parse(localStorage.getItem('cart') ?? '[]') as { id: number; quantity: number }[]).map(
    ({ id, quantity }) => [id, quantity],
  )

test('the total is what is added to the cart, and a sold-out item is not included', async () => {
  const { main, user } = await openList()
  expect(textOf(main.getByText('Total', { selector: 'p > span' }).parentElement)).toBe('TotalUGX 10,000')
  expect(main.getByText('1 sold out, not included', { selector: 'p' })).toBeVisible()
  await user.click(main.getByRole('button', { name: 'Add all to cart' }))
  expect(cart()).toEqual([[IN_STOCK.id, 2]])
  expect(main.getByText(`${SOLD_OUT.name} wasn't added. It is sold out for now.`)).toBeVisible()
})

test('a total that is rounded says by how much, so that the prices add up', async () => {
  const { main } = await openList({ price: 5_020 })
  expect(main.getByText('Rounding', { selector: 'p > span' }).parentElement).toHaveTextContent(
    'Rounding UGX -40',
  )
  expect(textOf(main.getByText('Total', { selector: 'p > span' }).parentElement)).toBe('TotalUGX 10,000')
})

test('a quotation has all items, without boxes to tick, and is for the buyer who is typed', async () => {
  const ticks = 'Tick what you already have, then add the rest to your cart.'
  const { main, user } = await openList()
  expect(main.getByText(ticks)).toBeVisible()
  await user.click(main.getByRole('checkbox', { name: `Already have ${IN_STOCK.name}` }))
  cleanup()
  const quotation = await openList({ asQuotation: true })
  expect(quotation.main.queryByText(ticks)).toBeNull()
  expect(quotation.main.queryByRole('checkbox')).toBeNull()
  expect(quotation.main.queryByText('Rounding', { selector: 'p > span' })).toBeNull()
  expect(quotation.main.getByRole('button', { name: 'Add all to cart' })).toBeEnabled()
  expect(quotation.main.getByLabelText('Buyer')).toBeVisible()
})

test('the focus moves to the title of a list that is changed, and to its heading when it is made', async () => {
  const { main, user } = await openList({ asQuotation: true })
  await user.click(main.getByRole('button', { name: 'Change this list' }))
  expect(main.getByLabelText('Title')).toHaveFocus()
  await user.click(main.getByRole('button', { name: 'Make the list' }))
  expect(main.getByRole('heading', { level: 1 })).toHaveFocus()
  // After a reload or Back, the list is shown, not edited.
  expect(window.history.state.usr).toBeNull()
})

test('ticks survive the removal of another line, and an Undo', async () => {
  const { main, user } = await openList()
  const tick = (name: string) => main.getByRole('checkbox', { name: `Already have ${name}` })
  await user.click(tick(IN_STOCK.name))
  await user.click(main.getByRole('button', { name: 'Change this list' }))
  await user.click(main.getByRole('button', { name: `Remove ${SOLD_OUT.name} from the list` }))
  await user.click(main.getByRole('button', { name: 'Undo' }))
  await user.click(main.getByRole('button', { name: `Remove ${SOLD_OUT.name} from the list` }))
  await user.click(main.getByRole('button', { name: 'Make the list' }))
  expect(tick(IN_STOCK.name)).toBeChecked()
  expect(tick(IN_STOCK.name).closest('li')).toHaveClass('list-line-done')
  const total = main.getByText('Total of the rest').parentElement
  expect(total).toHaveTextContent('Total of the restUGX 0')
  expect(main.getByRole('button', { name: 'Add the rest to cart' })).toBeDisabled()
  await user.click(tick(IN_STOCK.name))
  expect(main.getByRole('button', { name: 'Add all to cart' })).toBeEnabled()
})

test.each([
  ['#1.broken', "We can't open this list because its link is incomplete. Ask for the link again."],
  ['#', "This link doesn't contain a list."],
])('a link that ends with %s is explained, and leads to the shop', async (fragment, text) => {
  await renderShop({ path: paths.schoolList + fragment })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Shop now' })).toHaveAttribute('href', paths.shop)
})

test('prices that did not load are requested again, and the list is not added without them', async () => {
  let isDown = true
  const fragment = await encodeList({ title: '', lines: [IN_STOCK] })
  const { user } = await renderShop({
    path: `${paths.schoolList}#${fragment}`,
    refuse: (request) => (isDown && request.includes('/products/details') ? 'down' : undefined),
  })
  expect(await screen.findByText("Some of today's prices didn't load.")).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add all to cart' })).toBeDisabled()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add all to cart' })).toBeEnabled())
  expect(screen.queryByText("Some of today's prices didn't load.")).toBeNull()
})

test('prints a quotation for a buyer, with a code to scan, once per click', async () => {
  const { main, sheet, user, container } = await openList()
  const print = vi.fn()
  vi.stubGlobal('print', print)
  expect(main.queryByLabelText('Buyer')).toBeNull()
  const asQuotation = main.getByRole('checkbox', { name: 'Print as a quotation' })
  await user.click(asQuotation)
  fireEvent.change(main.getByLabelText('Buyer'), { target: { value: 'Kasubi Primary' } })
  expect(sheet.getByText(/Kasubi Primary/)).toBeInTheDocument()
  await user.click(asQuotation)
  expect(sheet.queryByText(/Kasubi Primary/)).toBeNull()
  await user.click(asQuotation)
  expect(sheet.queryByText('Scan to see prices and to order')).toBeNull()
  await user.dblClick(main.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalled())
  expect(sheet.getByText('Scan to see prices and to order')).toBeInTheDocument()
  expect(container.querySelector('.list-sheet svg path')).not.toBeNull()
})

test('quantities from 1 to 999, notes and lines can be changed, but the last line not removed', async () => {
  const { main, user } = await openList({ quantity: 998 })
  await user.click(main.getByRole('button', { name: 'Change this list' }))
  const quantityOf = (name: string) => main.getByRole('group', { name: `Quantity of ${name}` })
  const changeQuantity = async (change: string, name: string) => {
    await user.click(main.getByRole('button', { name: `${change} quantity of ${name}` }))
    return quantityOf(name).textContent
  }
  expect(await changeQuantity('Decrease', IN_STOCK.name)).toBe('1')
  expect(await changeQuantity('Decrease', IN_STOCK.name)).toBe('1')
  expect(await changeQuantity('Increase', SOLD_OUT.name)).toBe('999')
  expect(await changeQuantity('Increase', SOLD_OUT.name)).toBe('999')
  const edited = () =>
    [...document.querySelectorAll('legend.product-name')].map(({ textContent }) => textContent)
  await user.click(main.getByRole('button', { name: `Remove ${SOLD_OUT.name} from the list` }))
  expect(main.getByText(`${SOLD_OUT.name} removed from the list.`)).toBeVisible()
  expect(edited()).toEqual([IN_STOCK.name])
  expect(main.queryByRole('button', { name: /from the list$/ })).toBeNull()
  await user.click(main.getByRole('button', { name: 'Undo' }))
  expect(edited()).toEqual([SOLD_OUT.name, IN_STOCK.name])
  const [, note] = main.getAllByLabelText('Note')
  fireEvent.change(note as HTMLElement, { target: { value: 'second-hand' } })
  expect(main.getByText('Note: second-hand')).toBeInTheDocument()
  await user.click(main.getByRole('button', { name: 'Make the list' }))
  // The sheet appears once the list is encoded.
  const rows = await screen.findAllByRole('row', { hidden: true })
  expect(rows.slice(1, 3).map(({ textContent }) => textContent)).toEqual([
    `${SOLD_OUT.name}, sold out999UGX 36,000–`,
    `${IN_STOCK.name} (second-hand)1UGX 5,000UGX 5,000`,
  ])
})

describe('a list whose URL is pasted over another', () => {
  const lineOf = (id: number, name: string) => ({ id, name, quantity: 1, note: '' })
  const encode = (title: string, ...lines: ReturnType<typeof lineOf>[]) => encodeList({ title, lines })
  const paste = (fragment: string) =>
    act(() => {
      window.history.replaceState(window.history.state, '', `#${fragment}`)
      window.dispatchEvent(new HashChangeEvent('hashchange'))
    })

  test('does not get a line that was removed from the other', async () => {
    const first = await encode('A', lineOf(98, ''), lineOf(102, 'Beta'))
    const { user } = await renderShop({ path: `${paths.schoolList}#${first}`, state: { isNew: true } })
    await user.click(await screen.findByRole('button', { name: 'Remove Item 98 from the list' }))
    paste(await encode('B', lineOf(338, 'Gamma')))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  test('is the last one, also if an earlier one is decoded later', async () => {
    const [first, second, third] = await Promise.all([
      encode('First', lineOf(98, 'Alpha')),
      encode('Second', lineOf(338, 'Gamma')),
      encode('Third', lineOf(102, 'Beta')),
    ])
    await renderShop({ path: `${paths.schoolList}#${first}` })
    await screen.findByRole('heading', { name: 'First', level: 1 })
    let decode = () => {}
    const started = new Promise<void>((resolve) => (decode = resolve))
    let decoding: Promise<string> | undefined
    const read = Blob.prototype.text
    vi.spyOn(Blob.prototype, 'text').mockImplementationOnce(function (this: Blob) {
      decoding = started.then(() => read.call(this))
      return decoding
    })
    paste(second)
    // Otherwise, the third could be the one that is delayed.
    await waitFor(() => expect(decoding).toBeDefined())
    paste(third)
    await screen.findByRole('heading', { name: 'Third', level: 1 })
    await act(async () => {
      decode()
      await decoding
    })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Third')
  })
})

test('a change that is encoded after the page was left does not change the URL of the next page', async () => {
  const { main, user } = await openList()
  await user.click(main.getByRole('button', { name: 'Change this list' }))
  const encode = delayEncoding()
  fireEvent.change(main.getByLabelText('Title'), { target: { value: 'P4 Blue' } })
  leaveFor('/contact-us')
  await screen.findByRole('heading', { name: 'Contact Us' })
  await encode()
  expect(window.location.pathname + window.location.hash).toBe('/contact-us')
})

test('the total includes only the stock of an item, and the rest can be pre-ordered', async () => {
  const { main, line, user } = await openList({ stock: 2, quantity: 5 })
  expect(textOf(main.getByText('Total', { selector: 'p > span' }).parentElement)).toBe('TotalUGX 82,000')
  expect(main.getByText('1 included in part: too few left', { selector: 'p' })).toBeVisible()
  await user.click(main.getByRole('button', { name: 'Add all to cart' }))
  expect(cart()).toEqual([
    [SOLD_OUT.id, 2],
    [IN_STOCK.id, 2],
  ])
  expect(main.getByText(`${SOLD_OUT.name}: we added 2 of 5. That's all we have left.`)).toBeVisible()
  await user.click(line.getByRole('link', { name: 'Pre-order 3 more' }))
  // The form appears before it is filled in.
  const quantity = await screen.findByRole('spinbutton', { name: 'Quantity' })
  await waitFor(() => expect(quantity).toHaveValue(3))
})

test('a sold-out item can be pre-ordered, and its price is stated before the alternatives', async () => {
  const { line, user } = await openList({ alternative: 'Mabira Biology Revision for S4' })
  const [offered, ...others] = await line.findAllByRole('link', { name: /^Mabira Biology Revision for S4/ })
  expect(others).toHaveLength(1)
  expect(offered?.textContent).toBe('Mabira Biology Revision for S4 UGX 32,000')
  const sum = line.getByText('UGX 36,000')
  expect(sum.compareDocumentPosition(offered as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(line.getByRole('link', { name: 'Search for “Mabira Biology”' })).toBeVisible()
  await user.click(line.getByRole('link', { name: 'Pre-order it' }))
  const name = await screen.findByRole('textbox', { name: 'Item name' })
  await waitFor(() => expect(name).toHaveValue(SOLD_OUT.name))
  expect(screen.getByText(`Tell us how to reach you and we'll order ${SOLD_OUT.name} for you.`)).toBeVisible()
  expect(screen.getByRole('textbox', { name: /details/i })).toHaveValue(
    'UGX 36,000 on the product page, ISBN 978-9970-816-27-9.',
  )
})

test('an alternative whose price is unknown is offered without one', async () => {
  expectOnConsole(/does not match its contract/)
  const name = 'Mabira Biology Revision for S4'
  const { line } = await openList({ alternative: name, alternativePrice: null })
  const [offered] = await line.findAllByRole('link', { name: /^Mabira Biology Revision for S4/ })
  expect(offered).not.toHaveTextContent(/UGX/)
})

test('books of another class are not offered instead of a sold-out book', async () => {
  const { line, requests } = await openList()
  await expect.poll(() => requests.some((request) => request.startsWith('GET /products/search'))).toBe(true)
  await line.findByRole('link', { name: 'Pre-order it' })
  await expect.poll(() => line.queryByRole('link', { name: /Learner's Book [123]/ })).toBeNull()
})

test('a discontinued product can be requested, and has no alternatives if its class is unknown', async () => {
  const lines = [{ id: 99_999, name: 'Mathematics for old times', quantity: 3, note: '' }]
  const fragment = await encodeList({ title: '', lines })
  const { user, requests } = await renderShop({ path: `${paths.schoolList}#${fragment}` })
  await screen.findByText('No longer sold.')
  expect(screen.getByRole('link', { name: 'Search for “Mathematics for”' })).toBeVisible()
  expect(requests.some((request) => request.startsWith('GET /products/search'))).toBe(false)
  await user.click(screen.getByRole('link', { name: 'Ask us to find it' }))
  expect(await screen.findByRole('textbox', { name: 'Item name' })).toHaveValue('Mathematics for old times')
  expect(screen.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(3)
})

test.each([
  [false, 'S4'],
  [true, 'Quotation: S4'],
])(
  'a sold-out item is marked in print and not in its total (as quotation: %s)',
  async (asQuotation, title) => {
    const { sheet } = await openList({ asQuotation })
    expect(sheet.getByText(title)).toBeInTheDocument()
    const rows = sheet.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)
    expect(rows).toContain(`${SOLD_OUT.name}, sold out1UGX 36,000–`)
    expect(rows).toContain(`${IN_STOCK.name}2UGX 5,000UGX 10,000`)
    expect(rows.at(-1)).toBe('Total (1 sold out, not included)UGX 10,000')
  },
)

test('a shared message has the total without the sold-out item', async () => {
  const { main } = await openList()
  const link = main.getByRole<HTMLAnchorElement>('link', { name: 'Share by WhatsApp' })
  expect(new URL(link.href).searchParams.get('text')).toContain(
    '(2 items, UGX 10,000, 1 sold out, not included): ',
  )
})

test('does not offer the link of the earlier list while a changed list is encoded', async () => {
  const { main, user } = await openList()
  await user.click(main.getByRole('button', { name: 'Change this list' }))
  const encode = delayEncoding()
  fireEvent.change(main.getByLabelText('Title'), { target: { value: 'P4 Blue' } })
  await user.click(main.getByRole('button', { name: 'Make the list' }))
  expect(await main.findByRole('heading', { name: 'P4 Blue', level: 1 })).toBeVisible()
  expect(main.queryByRole('button', { name: 'Copy link' })).toBeNull()
  await encode()
  expect(await main.findByRole('button', { name: 'Copy link' })).toBeVisible()
})
