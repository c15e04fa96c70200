import { screen, waitFor } from '@testing-library/react'
import { orderPayload } from 'contracts/cases/order-payload'
import { expect, test } from 'vitest'
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
  expect(screen.getByRole('cell', { name: new RegExp(order?.lines[0]?.name ?? '') })).toBeVisible()
  for (const text of [/^Amina Nakato, .*demo@/, shop, 'Call at the gate', /reference 900000001$/])
    expect(screen.getByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: `Move order ${order_id} to processing` }))
  await waitFor(async () =>
    expect((await emulator.control('GET /orders')).orders[0]?.order_status).toBe('processing'),
  )
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
