import { screen, waitFor, within } from '@testing-library/react'
import { orderPayload } from 'contracts/cases/order-payload'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../../../test/test-app.ts'
import { renderConsole } from '../../test/render-console.tsx'

test('shows an order with its lines, customer, destination and payment, and moves it', async () => {
  const emulator = await createTestApp()
  const body = orderPayload(40, { order_note: 'Call at the gate', transaction_reference: '900000001' })
  const call = emulator.client(emulator.tokenOf())
  const { order_id } = await call('POST /customer/order/place', { body })
  const { ecommerce_address: shop } = await call('GET /config')
  const { user } = await renderConsole('#/orders', { emulator })
  await user.click(
    await screen.findByRole('button', { name: new RegExp(`^Order ${order_id} .*Amina Nakato`) }),
  )
  const [order] = (await emulator.control('GET /orders')).orders
  const [line] = order?.lines ?? []
  expect(screen.getByRole('cell', { name: new RegExp(`^${line?.name} .*product 40$`) })).toBeVisible()
  expect(screen.getByRole('cell', { name: `UGX ${line?.price.toLocaleString('en-US')}` })).toBeVisible()
  expect(screen.getByRole('button', { name: / for 1 item, Amina/ })).toBeVisible()
  for (const text of [/^Amina Nakato, .*demo@/, shop, 'Call at the gate', /reference 900000001$/])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByText('Deliver to')).toBeNull()
  expect(screen.queryByText('Address')).toBeNull()
  await user.click(screen.getByRole('button', { name: `Move order ${order_id} to processing` }))
  await waitFor(async () =>
    expect((await emulator.control('GET /orders')).orders[0]?.order_status).toBe('processing'),
  )
  expect(await screen.findByText(`Order ${order_id} is processing.`)).toBeVisible()
  expect(await screen.findByText('Processing')).toHaveClass('bg-info-subtle')

  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  await user.click(screen.getByRole('button', { name: `Move order ${order_id} to canceled` }))
  expect(confirm).toHaveBeenCalledWith(`End order ${order_id}?`)
  expect(await screen.findByText('This status is final.')).toBeVisible()
  expect(screen.getByText('Canceled')).toHaveClass('bg-danger-subtle')
  expect(screen.queryByRole('button', { name: new RegExp(`^Move order ${order_id} `) })).toBeNull()
})

test('shows a delivery, its fee, and an order whose address does not exist', async () => {
  const emulator = await createTestApp()
  const call = emulator.client(emulator.tokenOf())
  const place = async (delivery_address_id: number, payment_method: string) => {
    const delivery = { order_type: 'delivery', delivery_address_id, distance: 2 } as const
    const changes = { ...delivery, payment_method, transaction_reference: '9' }
    return (await call('POST /customer/order/place', { body: orderPayload(40, changes) })).order_id
  }
  const [address] = await call('GET /customer/address/list')
  const delivered = await place(address?.id ?? 0, 'flutterwave')
  for (const status of ['processing', 'out_for_delivery', 'delivered'] as const)
    await emulator.control('POST /orders/move', { body: { id: delivered, status } })
  const lost = await place(9999, 'cash_on_delivery')
  const { user } = await renderConsole('#/orders', { emulator })
  const row = (id: number) => screen.findByRole('button', { name: new RegExp(`^Order ${id} `) })
  for (const [id, status, colour] of [
    [delivered, 'Delivered', 'success'],
    [delivered, 'Paid', 'success'],
    [lost, 'Pending', 'info'],
    [lost, 'Unpaid', 'warning'],
  ] as const)
    expect(within(await row(id)).getByText(status)).toHaveClass(`bg-${colour}-subtle`)
  await user.click(await row(delivered))
  expect(screen.getByText('Deliver to').nextElementSibling).toHaveTextContent(
    `${address?.address} (${address?.contact_person_name}, ${address?.contact_person_number})`,
  )
  const { delivery_charge } = (await emulator.control('GET /orders')).orders[1] ?? {}
  expect(screen.getByText('Delivery fee').nextElementSibling).toHaveTextContent(
    `UGX ${delivery_charge?.toLocaleString('en-US')}`,
  )
  expect(screen.queryByText('Pickup at')).toBeNull()
  await user.click(await row(lost))
  expect(screen.getByText('unknown: the order named an address that does not exist')).toBeVisible()
})

test('shows an order without a payment method', async () => {
  const emulator = await createTestApp({ profile: '7.1' })
  const { payment_method: _, ...body } = orderPayload(40)
  const { order_id } = await emulator.client(emulator.tokenOf())('POST /customer/order/place', {
    body: body as ReturnType<typeof orderPayload>,
  })
  const { user } = await renderConsole('#/orders', { emulator })
  await user.click(await screen.findByRole('button', { name: new RegExp(`^Order ${order_id} `) }))
  expect(screen.getByText('no method, no reference')).toBeVisible()
})
