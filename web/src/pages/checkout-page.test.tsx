import { act, screen, waitFor, within } from '@testing-library/react'
import type { PaymentConfig, PaymentResult } from 'contracts/payments'
import { createTestApp, type TestApp } from 'mock-server/test-app'
import { all, one, run } from 'mock-server/world'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'

const PLACE = 'POST /customer/order/place'
const TRANSACTION_ERROR = 'An error occurred during the transaction. Please try again.'

let emulator: TestApp
let cart: { id: number; name: string; quantity: number; price: number; image: string; total_stock: number }[]
/** What the page handed to the payment provider, newest last. */
let payments: PaymentConfig[]

beforeEach(async () => {
  emulator = await createTestApp()
  const product = one<{ id: number; name: string; price: number; stock: number }>(
    emulator.world,
    'SELECT id, name, price, stock FROM products WHERE stock > 5 AND length(name) > 3 ORDER BY id LIMIT 1',
  )
  if (!product) throw new Error('the catalogue has no such product')
  cart = [
    {
      id: product.id,
      name: product.name,
      quantity: 2,
      price: product.price,
      image: 'a.webp',
      total_stock: product.stock,
    },
  ]
  localStorage.setItem('cart', JSON.stringify(cart))
  payments = []
  window.FlutterwaveCheckout = (config) => {
    payments.push(config)
    return { close: () => {} }
  }
})

afterEach(() => {
  Reflect.deleteProperty(window, 'FlutterwaveCheckout')
})

const pickup = () => ({
  cartItems: cart,
  totalPrice: 0,
  address: null,
  distance: 0,
  deliveryFee: 0,
  deliveryMode: 'pickup',
  deliveryNote: 'At four',
})

function home() {
  const address = one<{ id: number; address: string }>(emulator.world, 'SELECT id, address FROM addresses')
  return {
    ...pickup(),
    address: { ...address, latitude: 0.354, longitude: 32.612 },
    distance: 4.41,
    deliveryFee: 6_615,
    deliveryMode: 'home',
  }
}

type Options = Partial<Parameters<typeof renderShop>[0]>
const open = (options: Options = {}) =>
  renderShop({ path: '/checkout', token: true, emulator, state: pickup(), ...options })
type Shop = Awaited<ReturnType<typeof renderShop>>

const button = () => screen.findByRole('button', { name: /Place Order|\.\.\.$/ })

async function placeOrder({ user }: Shop) {
  await user.click(await button())
}

async function pay(status: PaymentResult['status'], times = 1) {
  await waitFor(() => expect(payments).not.toHaveLength(0))
  const config = payments.at(-1) as PaymentConfig
  const result: PaymentResult = {
    status,
    tx_ref: config.tx_ref,
    customer: config.customer,
    transaction_id: 900_000_001,
    flw_ref: 'FLW-1',
    currency: 'UGX',
    amount: config.amount,
    charged_amount: config.amount,
    charge_response_code: '00',
    charge_response_message: 'Approved Successful',
    created_at: '2026-03-02T09:00:00.000Z',
  }
  await act(async () => {
    for (let time = 0; time < times; time += 1) config.callback(result)
  })
}

const orders = () => all<{ id: number; order_amount: number }>(emulator.world, 'SELECT * FROM orders')
const arrived = () => waitFor(() => expect(window.location.pathname).toBe('/shop'))

describe('opening the checkout', () => {
  test('without a log-in says so and leads to the account, flagged', async () => {
    await renderShop({ path: '/checkout', emulator })
    expect(await screen.findByText('Please log in to view account details.')).toBeVisible()
    expect(window.location.pathname).toBe('/myaccount')
    expect(window.history.state.usr).toEqual({ fromCheckout: true })
  })

  test('fills the billing form from the account; the address is read-only', async () => {
    await open({ state: home() })
    expect(await screen.findByLabelText('First name')).toHaveValue('')
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
    expect(screen.getByLabelText('Last name')).toHaveValue('Nakato')
    expect(screen.getByLabelText('Email')).toHaveValue('demo@kitabo.example')
    expect(screen.getByLabelText('Address')).toHaveAttribute('readonly')
    expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe(home().address.address)
  })

  test('is silent when the account does not come', async () => {
    await open({ refuse: (call) => (call === 'GET /customer/info' ? 500 : undefined) })
    expect(await screen.findByLabelText('First name')).toHaveValue('')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows items, subtotal, fee and a total rounded to 100', async () => {
    await open({ state: home() })
    const summary = await screen.findByRole('region', { name: 'Order summary' })
    const subtotal = Math.round(((cart[0]?.price ?? 0) * 2) / 100) * 100
    expect(within(summary).getByText(cart[0]?.name ?? '', { exact: false })).toBeVisible()
    expect(within(summary).getByText('UGX 6,600')).toBeVisible()
    const total = `UGX ${(subtotal + 6_600).toLocaleString('en-US')}`
    expect(within(summary).getByText(total)).toBeVisible()
  })

  test('without a delivery stops at "Please select a delivery address." and offers the way back', async () => {
    const shop = await open({ state: null })
    await placeOrder(shop)
    expect(await screen.findAllByText('Please select a delivery address.')).not.toHaveLength(0)
    expect(payments).toHaveLength(0)
    await shop.user.click(screen.getByRole('link', { name: 'Choose delivery' }))
    expect(window.location.pathname).toBe('/pre-check')
  })

  test('with an empty cart leads to the shop', async () => {
    localStorage.removeItem('cart')
    await open()
    const main = screen.getByRole('main')
    expect(await within(main).findByText(/^Your cart is empty!/)).toBeVisible()
  })
})

describe('paying', () => {
  test('asks the provider for the total in UGX, by card, mobile money and ussd', async () => {
    const shop = await open()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('demo@kitabo.example'))
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
    expect(payments[0]).toMatchObject({
      amount: Math.round(((cart[0]?.price ?? 0) * 2) / 100) * 100,
      currency: 'UGX',
      payment_options: 'card,mobilemoney,ussd',
      customer: { email: 'demo@kitabo.example', name: 'Amina Nakato' },
    })
  })

  test.each(['successful', 'completed'] as const)(
    '%s posts the order, empties the cart and goes to the shop',
    async (status) => {
      const before = orders().length
      const shop = await open({ state: home() })
      await placeOrder(shop)
      await pay(status)
      expect(await screen.findByText('Order placed successfully!')).toBeVisible()
      await arrived()
      expect(orders()).toHaveLength(before + 1)
      expect(localStorage.getItem('cart')).toBeNull()
      expect(localStorage.getItem('paidOrders')).toBeNull()
    },
  )

  test('a double click opens one payment', async () => {
    const shop = await open()
    await shop.user.dblClick(await button())
    await waitFor(() => expect(payments).toHaveLength(1))
  })

  test('a repeated callback makes one order', async () => {
    const before = orders().length
    const shop = await open()
    await placeOrder(shop)
    await pay('successful', 3)
    await arrived()
    expect(orders()).toHaveLength(before + 1)
    expect(shop.calls.filter((call) => call === PLACE)).toHaveLength(1)
  })

  test.each(['failed', 'cancelled', 'pending'] as const)(
    '%s is no success: nothing is posted, all is kept',
    async (status) => {
      const shop = await open()
      await shop.user.type(await screen.findByLabelText('Phone'), '1')
      await placeOrder(shop)
      await pay(status)
      expect(await screen.findAllByText('Payment was not successful.')).not.toHaveLength(0)
      expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent(/kept/)
      expect(shop.calls).not.toContain(PLACE)
      expect(localStorage.getItem('cart')).not.toBeNull()
      expect((screen.getByLabelText('Phone') as HTMLInputElement).value).toMatch(/1$/)
    },
  )

  test('a pending payment is taken up again under its reference, a failed one is not', async () => {
    const shop = await open()
    await placeOrder(shop)
    await pay('pending')
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(2))
    expect(payments[1]?.tx_ref).toBe(payments[0]?.tx_ref)
    await pay('failed')
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(3))
    expect(payments[2]?.tx_ref).not.toBe(payments[0]?.tx_ref)
  })

  test('closing the window charges nothing, says nothing and lets one try again', async () => {
    const shop = await open()
    await placeOrder(shop)
    await waitFor(() => expect(payments).toHaveLength(1))
    await act(async () => payments[0]?.onclose(true))
    expect(await screen.findByRole('button', { name: 'Place Order' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(shop.calls).not.toContain(PLACE)
  })

  test('with the log-in gone asks to log in', async () => {
    const shop = await open()
    await button()
    localStorage.removeItem('authToken')
    await placeOrder(shop)
    expect(await screen.findByText('Please log in to place an order.')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/myaccount'))
  })
})

describe('money taken, order not accepted', () => {
  test('the next press sends the order again and charges nothing', async () => {
    const before = orders().length
    let down = true
    const shop = await open({ refuse: (call) => (down && call === PLACE ? 'down' : undefined) })
    await placeOrder(shop)
    await pay('successful')
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(localStorage.getItem('cart')).not.toBeNull()
    expect(screen.getByRole('heading', { name: 'Finish your order' })).toBeVisible()
    down = false
    await placeOrder(shop)
    await arrived()
    expect(payments).toHaveLength(1)
    expect(orders()).toHaveLength(before + 1)
  })

  test('a reload finds the payment and finishes its order, without any state', async () => {
    const before = orders().length
    let down = true
    const first = await open({ refuse: (call) => (down && call === PLACE ? 500 : undefined) })
    await placeOrder(first)
    await pay('successful')
    await screen.findByRole('heading', { name: 'Finish your order' })
    first.unmount()

    down = false
    const second = await open({ state: null })
    expect(await screen.findByRole('heading', { name: 'Finish your order' })).toBeVisible()
    await placeOrder(second)
    await arrived()
    expect(payments).toHaveLength(1)
    expect(orders()).toHaveLength(before + 1)
  })

  test('an answer that was lost on its way makes no second order', async () => {
    const before = orders().length
    let lost = true
    const answer = emulator.fetch
    emulator.fetch = async (input, init) => {
      const response = await answer(input, init)
      if (lost && String(input).endsWith('/order/place')) throw new TypeError('The answer was lost.')
      return response
    }
    const shop = await open()
    await placeOrder(shop)
    await pay('successful')
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(orders()).toHaveLength(before + 1)
    lost = false
    await placeOrder(shop)
    await arrived()
    expect(orders()).toHaveLength(before + 1)
  })

  test('stock that ran out meanwhile is told, with the reference and whom to call', async () => {
    const shop = await open()
    await placeOrder(shop)
    run(emulator.world, 'UPDATE products SET stock = 0')
    await pay('successful')
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent(/stock is insufficient/)
    expect(screen.getByText(/^Payment reference kitabo-/)).toBeVisible()
    await shop.user.click(screen.getByRole('button', { name: 'This is settled with the shop' }))
    await shop.user.click(await screen.findByRole('button', { name: 'Yes, forget this payment' }))
    expect(localStorage.getItem('paidOrders')).toBeNull()
  })

  test('a log-in that died meanwhile keeps the payment', async () => {
    const shop = await open()
    await placeOrder(shop)
    run(emulator.world, 'DELETE FROM access_tokens')
    await pay('successful')
    expect(await screen.findAllByText(TRANSACTION_ERROR)).not.toHaveLength(0)
    expect(localStorage.getItem('paidOrders')).not.toBeNull()
    await placeOrder(shop)
    expect(await screen.findByText('Please log in to place an order.')).toBeVisible()
  })

  test('what was put into the cart after the payment stays there', async () => {
    let down = true
    const shop = await open({ refuse: (call) => (down && call === PLACE ? 'down' : undefined) })
    await placeOrder(shop)
    await pay('successful')
    await screen.findByRole('heading', { name: 'Finish your order' })
    const later = { ...cart[0], id: 2, name: 'Later' }
    await act(async () => {
      localStorage.setItem('cart', JSON.stringify([...cart, later]))
      window.dispatchEvent(new Event('cartUpdated'))
    })
    down = false
    await placeOrder(shop)
    await arrived()
    expect(JSON.parse(localStorage.getItem('cart') ?? '[]')).toMatchObject([{ id: 2 }])
  })
})
