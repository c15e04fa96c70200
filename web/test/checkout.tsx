import { act, screen, waitFor, within } from '@testing-library/react'
import type { PaymentConfig, PaymentResult } from 'contracts/payments'
import { recordTransaction } from 'mock-server/payments/transactions'
import { createTestApp } from 'mock-server/test/test-app'
import { selectAll, selectOne, update } from 'mock-server/world/queries'
import { expect, onTestFinished } from 'vitest'
import { tokenCacheKey } from '../src/api/session.ts'
import type { CartItem } from '../src/domain/cart-item.ts'
import { distanceFromShop } from '../src/domain/distance.ts'
import { readAddresses } from '../src/features/delivery/address.ts'
import { renderShop } from './render.tsx'

export const PLACE = 'POST /customer/order/place'
export const TRANSACTION_ERROR = 'An error occurred during the transaction. Please try again.'

/** The vendor's statuses of a successful payment. */
const PAID: readonly string[] = ['successful', 'completed']

type Shop = Awaited<ReturnType<typeof renderShop>>
type Options = Partial<Parameters<typeof renderShop>[0]>

/**
 * Prepares a checkout: an emulator, a cart with two units of a product, and a mock of the payment vendor.
 * @returns `payments`, the requests to the payment vendor, oldest first, and `pay`, which calls back with its result
 */
export async function prepareCheckout() {
  const emulator = await createTestApp()
  const product = selectOne<{ id: number; name: string; price: number; stock: number }>(
    emulator.world,
    'SELECT id, name, price, stock FROM products WHERE stock > 5 AND length(name) > 3 ORDER BY id LIMIT 1',
  )
  const token = emulator.tokenOf()
  const [saved] = readAddresses(await emulator.client(token)('GET /customer/address/list'))
  if (!product || !saved?.point) throw new Error('the world has no such product, or no address')
  const { id, address, point } = saved
  const distance = distanceFromShop(point)
  const { stock: total_stock, ...productFields } = product
  onTestFinished(() => {
    // The journal notes orders whose address does not exist.
    expect(emulator.world.journal.read().filter(({ note }) => note !== null)).toEqual([])
  })
  const line: CartItem & { price: number } = { ...productFields, quantity: 2, image: 'a.webp', total_stock }
  localStorage.setItem('cart', JSON.stringify([line]))

  const payments: PaymentConfig[] = []
  const recordedReferences = new Set<string>()
  window.FlutterwaveCheckout = (config) => {
    payments.push(config)
    return { close: () => {} }
  }
  onTestFinished(() => void Reflect.deleteProperty(window, 'FlutterwaveCheckout'))

  const pickup = {
    cartItems: [line],
    totalPrice: 2 * line.price,
    address: null,
    distance: 0,
    deliveryFee: 0,
    deliveryMode: 'pickup',
    deliveryNote: 'At four',
    session: tokenCacheKey(token),
  }
  const home = {
    ...pickup,
    address: { id, address, latitude: point.lat, longitude: point.lng },
    distance,
    deliveryFee: distance * 1_500,
    deliveryMode: 'home',
  }
  return {
    emulator,
    token,
    line,
    payments,
    /** The state that the delivery step passes to the checkout. */
    pickup,
    home,
    /** Opens the checkout, by default with the pickup that the customer of `options.token` has chosen. */
    open: (options: Options = {}) => {
      const session = tokenCacheKey(typeof options.token === 'string' ? options.token : token)
      return renderShop({ path: '/checkout', token, emulator, state: { ...pickup, session }, ...options })
    },
    orders: () => selectAll<{ id: number; order_amount: number }>(emulator.world, 'SELECT * FROM orders'),
    /** Calls the newest payment's callback `times` times. */
    async pay(
      status: PaymentResult['status'],
      { times = 1, ...changes }: Partial<PaymentResult> & { times?: number } = {},
    ) {
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
        ...changes,
      }
      // The emulator knows the payment, as it would know one from its own payment window.
      if (PAID.includes(status) && !recordedReferences.has(config.tx_ref)) {
        recordedReferences.add(config.tx_ref)
        recordTransaction(emulator.world, config, 'card', { status: 'successful', message: 'Approved' })
      }
      await act(async () => {
        for (let count = 0; count < times; count += 1) config.callback(result)
      })
    },
  }
}

export const placeOrderButton = () => screen.findByRole('button', { name: /Place Order|\.\.\.$/ })

export async function placeOrder({ user }: Shop): Promise<void> {
  await user.click(await placeOrderButton())
}

export const waitForShopPage = () => waitFor(() => expect(window.location.pathname).toBe('/shop'))

export const findPageError = () => within(screen.getByRole('main')).findByRole('group', { name: 'Error' })

export async function acceptChanges({ user }: Shop): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Accept changes' }))
}

/** Opens the checkout, for a pickup unless `isHome`, and its payment window. */
export async function startPayment({ isHome = false, ...options }: Options & { isHome?: boolean } = {}) {
  const prepared = await prepareCheckout()
  const shop = await prepared.open(isHome ? { state: prepared.home, ...options } : options)
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Amina'))
  await placeOrder(shop)
  await waitFor(() => expect(prepared.payments).toHaveLength(1))
  return { ...prepared, shop }
}

/** Pays for an order that does not reach the host before `recover` is called. */
export async function payWithoutOrder(failure: number | 'down' = 503, isHome = false) {
  let isFailing = true
  const started = await startPayment({
    isHome,
    refuse: (request) => (isFailing && request === PLACE ? failure : undefined),
  })
  const ordersBefore = started.orders().length
  await started.pay('successful')
  await screen.findByRole('heading', { name: 'Finish your order' })
  const recover = () => {
    isFailing = false
  }
  return { ...started, ordersBefore, recover }
}

/** States that the attempt was not charged. */
export async function startAgain({ user }: Shop): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Start again' }))
  await user.click(await screen.findByRole('button', { name: 'I was not charged: pay again' }))
}

type Prepared = Awaited<ReturnType<typeof prepareCheckout>>

/** Changes the product in the cart on the host. */
export function changeProduct(
  { emulator, line }: Prepared,
  change: { price?: number; stock?: number; options?: string[] },
): void {
  const { price = line.price, stock = 9, options = [] } = change
  const choices = options.length === 0 ? [] : [{ name: 'choice_1', title: 'Size', options }]
  update(
    emulator.world,
    'products',
    `SET price = @price, stock = @stock, json = json_set(json, '$.price', @price,
       '$.total_stock', @stock, '$.choice_options', json(@choices)) WHERE id = @id`,
    { price, stock, choices: JSON.stringify(choices), id: line.id },
  )
}

/** Registers a second customer. @returns the customer's token */
export async function registerOtherCustomer({ emulator }: Pick<Prepared, 'emulator'>): Promise<string> {
  const registered = await emulator.client()('POST /auth/registration', {
    body: {
      f_name: 'Moses',
      l_name: 'Okot',
      email: 'moses@kitabo.example',
      phone: '0700333444',
      password: 'secret-1',
    },
  })
  if (!('token' in registered)) throw new Error('The registration requires a verification.')
  return registered.token
}
