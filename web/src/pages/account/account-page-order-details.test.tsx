import { fireEvent, screen, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { remove, selectOne, update } from 'mock-server/world/queries'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import { renderShop } from '../../../test/render.tsx'

const EMAIL = 'demo@kitabo.example'

/** Opens the newest order of the demo account, for which this browser stores a note and a chosen option. */
async function openOrder() {
  const emulator = await createTestApp()
  const line = selectOne<{ order_id: number; product_id: number; quantity: number }>(
    emulator.world,
    `SELECT order_id, product_id, quantity FROM order_lines WHERE order_id = (SELECT max(orders.id) FROM orders
      JOIN customers ON customers.id = customer_id WHERE email = ?) ORDER BY id LIMIT 1`,
    EMAIL,
  )
  if (!line) throw new Error('The newest order has no lines.')
  const { order_id: order, product_id: id, quantity } = line
  await emulator.control('POST /stock', { body: { id, stock: 50 } })
  const choice = { id, name: 'Shirt', quantity, chosen: [{ text: 'Size: M', quantity }] }
  localStorage.setItem('orderDetails', JSON.stringify([{ order, note: 'Blue gate', choices: [choice] }]))
  const shown = await renderShop({ path: '/my-account?tab=orders', token: true, emulator })
  const [row] = (await screen.findAllByRole('row')).slice(1)
  if (!row) throw new Error('There is no order.')
  await shown.user.click(within(row).getByRole('button', { name: /^and \d+ more$/ }))
  return { ...shown, row: within(row), id, order }
}

test('shows the lines, sums, address, note and chosen options of an order, with a link for sending them', async () => {
  const { row } = await openOrder()
  expect(await row.findByText('Blue gate')).toBeVisible()
  expect(row.getByText('Size: M')).toBeVisible()
  const message = new URL(row.getByRole<HTMLAnchorElement>('link', { name: 'Send to the shop' }).href)
  expect(message.searchParams.get('text')).toMatch(/^Order #\d+\nDelivery note: Blue gate\n.+: Size: M$/)
  const contents = within(row.getByRole('region', { name: 'Contents' }))
  const lines = contents.getAllByRole('listitem')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).toHaveTextContent(/\d+ × UGX [\d,]+UGX [\d,]+$/)
  expect(contents.getByText('Delivery Fee').closest('div')).toHaveTextContent(/UGX [\d,]+$/)
  expect(contents.getByText('Delivery address').nextSibling).toHaveTextContent(/^Market Street/)
})

test('buys an order again with the chosen options and fills in the delivery note', async () => {
  const { row, user, id } = await openOrder()
  await user.click(await row.findByRole('button', { name: /^Buy again/ }))
  await screen.findByText(/added to cart!/)
  const cart = JSON.parse(localStorage.getItem('cart') ?? '[]') as {
    id: number
    chosen?: { text: string }[]
  }[]
  expect(cart.find((line) => line.id === id)?.chosen).toMatchObject([{ text: 'Size: M' }])
  expect(JSON.parse(sessionStorage.getItem('deliveryDraft') ?? '{}')).toMatchObject({ note: 'Blue gate' })
})

test('shows the number, the buyer, the delivery note and the chosen options on the invoice', async () => {
  const { row, user, order } = await openOrder()
  await user.click(row.getByRole('button', { name: /^Invoice for order/ }))
  const invoice = within(await screen.findByRole('article', { name: /^Invoice for order/ }))
  expect(invoice.getByText('Blue gate')).toBeVisible()
  expect(invoice.getByText('Size: M')).toBeVisible()
  expect(invoice.getByText(`INV-${order}`)).toBeVisible()
  expect(await invoice.findByText(/^Amina Nakato, /)).toBeVisible()
})

test('prints the invoice, with the first image of each line that loads, and closes it', async () => {
  const { row, user } = await openOrder()
  await user.click(row.getByRole('button', { name: /^Invoice for order/ }))
  const invoice = within(await screen.findByRole('article', { name: /^Invoice for order/ }))
  const cell = invoice.getAllByRole('cell')[0] as HTMLElement
  for (const url of [
    /^http.+\/storage\/product\//,
    /^\/storage\/product\//,
    /^\/storage\/app\/public\/product\//,
  ]) {
    const image = within(cell).getByRole('img')
    expect(image.getAttribute('src')).toMatch(url)
    fireEvent.error(image)
  }
  expect(within(cell).getByText('No Image')).toBeVisible()
  const dialog = within(screen.getByRole('dialog'))
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await user.click(dialog.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('article', { name: /^Invoice/ })).toBeNull()
})

test('shows the lines and sums of a pickup on the invoice as the checkout shows them, with its rounding', async () => {
  const emulator = await createTestApp()
  remove(emulator.world, 'order_lines', 'WHERE id NOT IN (SELECT max(id) FROM order_lines GROUP BY order_id)')
  update(emulator.world, 'order_lines', 'SET price = 12925, quantity = 2')
  update(
    emulator.world,
    'orders',
    'SET order_amount = 25900, delivery_address_id = NULL, delivery_address = NULL',
  )
  const { user } = await renderShop({ path: '/my-account?tab=orders', token: true, emulator })
  const [button] = await screen.findAllByRole('button', { name: /^Invoice for order/ })
  await user.click(button as HTMLElement)
  const invoice = within(await screen.findByRole('article', { name: /^Invoice for order/ }))
  expect(invoice.getAllByRole('row').at(-1)).toHaveTextContent(/UGX 12,925 each2UGX 25,850$/)
  const sums = invoice.getByText('Subtotal').closest('dl')
  expect(sums).toHaveTextContent(/^RoundingUGX 50SubtotalUGX 25,900Delivery FeeUGX 0TotalUGX 25,900$/)
})

test('shows a dash for the amount of a line whose price the host does not send, and only the total', async () => {
  expectOnConsole(/details\[\]\.price: expected number, got missing/)
  const { user } = await renderShop({
    path: '/my-account?tab=orders',
    token: true,
    faults: [{ path: '/customer/order/list', effect: { change: '$[].details[].price' } }],
  })
  const [button] = await screen.findAllByRole('button', { name: /^Invoice for order/ })
  await user.click(button as HTMLElement)
  const invoice = within(await screen.findByRole('article', { name: /^Invoice for order/ }))
  expect(invoice.getAllByRole('row').at(-1)).toHaveTextContent(/Price not available each\d+—$/)
  expect(invoice.queryByText('Subtotal')).toBeNull()
  expect(invoice.getByText('Total')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getAllByRole('button', { name: /^Details of order/ })[0] as HTMLElement)
  const contents = within(screen.getByRole('region', { name: 'Contents' }))
  expect(contents.getAllByRole('listitem').at(-1)).toHaveTextContent(/\d+ × Price not available—$/)
  expect(contents.queryByText('Subtotal')).toBeNull()
})

test('says in an order that its lines cannot be read, and does not offer to buy them again', async () => {
  expectOnConsole(/details\[\]\.product_details/)
  const { user } = await renderShop({
    path: '/my-account?tab=orders',
    token: true,
    faults: [{ path: '/customer/order/list', effect: { change: '$[].details[].product_details' } }],
  })
  await user.click((await screen.findAllByRole('button', { name: /^Details of order/ }))[0] as HTMLElement)
  const contents = within(screen.getByRole('region', { name: 'Contents' }))
  expect(contents.getByText("We couldn't read every line. Call us about the rest.")).toBeVisible()
  expect(contents.queryAllByRole('listitem')).toEqual([])
  expect(screen.queryByRole('button', { name: /^Buy again/ })).toBeNull()
})
