import { confirmDelivery, fillPhone, openPayment, pay, proceedToPayment } from '../../../web/e2e/driver.ts'
import type { Filmstrip } from './scenario.ts'

const DICTIONARY = 338

const orders: Filmstrip = {
  name: 'orders',
  isCustomer: true,
  cart: [[DICTIONARY, 1]],
  play: async (scenario) => {
    const { page } = scenario
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await scenario.open('/pre-check')
    await confirmDelivery(page)
    const payment = page.frameLocator('iframe[name=checkout]')
    await scenario.step(
      'Paid by mobile money, here in the simulator',
      async () => {
        await proceedToPayment(page)
        await fillPhone(await openPayment(page), '0772 127702')
      },
      payment.getByRole('button', { name: /^Pay UGX/ }),
    )
    await pay(payment)
    const placed = page.getByText('Order placed successfully!')
    await scenario.step('The order is placed', () => placed.hover(), placed)
    const { orders: placedOrders } = await scenario.control('GET', '/orders')
    const { id } = placedOrders[0]
    await scenario.step(
      'How far it is',
      async () => {
        for (const status of ['processing', 'out_for_delivery'])
          await scenario.control('POST', '/orders/move', { id, status })
        await scenario.open('/my-account?tab=orders')
        await page.getByText(`Follow this order, number ${id}`).click()
      },
      page.locator('.order-stages'),
    )
    const invoice = page.getByRole('dialog', { name: `Invoice of order ${id}` })
    await scenario.step(
      'Its receipt',
      () => page.getByRole('button', { name: 'Print' }).click(),
      invoice.getByText('Total').last(),
    )
    await scenario.step(
      'The same again, at today’s prices',
      async () => {
        await invoice.getByRole('button', { name: 'Close' }).last().click()
        await page.getByRole('button', { name: 'Buy again' }).click()
        await scenario.openCart('1 item')
      },
      scenario.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
  },
}

const phone: Filmstrip = {
  name: 'phone',
  play: async (scenario) => {
    const { page } = scenario
    const bar = page.locator('.buy-bar')
    const viewCart = page.getByRole('button', { name: 'View cart' })
    await scenario.step(
      'A product on a small screen',
      () => scenario.open(`/product-details/${DICTIONARY}`),
      page.getByRole('heading', { level: 1 }),
    )
    await scenario.step(
      'Add to Cart stays in reach, beside the price',
      async () => {
        await page.locator('.buy-place').scrollIntoViewIfNeeded()
        await page.mouse.move(180, 300)
        await page.mouse.wheel(0, 900)
      },
      bar,
    )
    await scenario.step(
      'The message leads to the cart',
      async () => {
        await bar.getByRole('button', { name: 'Add to Cart' }).click()
        await viewCart.hover()
      },
      viewCart,
    )
    await scenario.step(
      'The cart',
      () => viewCart.click(),
      scenario.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
  },
}

/** Buying: from a product to its order. */
export const buyingFilmstrips = [orders, phone]
