import {
  confirmDelivery,
  logIn,
  openPayment,
  pay,
  payByCard,
  proceedToPayment,
} from '../../driver/shopper-actions.ts'
import { expect, test } from '../emulator.ts'

type Book = { id: number; name: string; stock: number; price: number }

test('a shopper finds a book, selects an address, pays, and sees the invoice', async ({ emulator, page }) => {
  const stockOf = (id: number) =>
    emulator.row<{ stock: number }>('SELECT stock FROM products WHERE id = ?', id).stock
  const countOrders = () => emulator.row<{ count: number }>('SELECT count(*) AS count FROM orders').count
  const ordersBefore = countOrders()
  const book = emulator.row<Book>(
    "SELECT id, name, stock, price FROM products WHERE stock > 4 AND length(name) BETWEEN 15 AND 40 AND name NOT LIKE '%''%' ORDER BY id LIMIT 1",
  )

  await test.step('home shows sections, and the search suggests the book', async () => {
    await page.goto(emulator.origin)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.getByRole('combobox', { name: /search for books/i }).fill(book.name)
    await page.getByRole('option', { name: book.name }).first().click()
    await expect(page).toHaveURL(/\/shop/)
  })

  await test.step('the product page adds the book to the cart', async () => {
    await page.getByRole('main').getByRole('link', { name: book.name, exact: true }).first().click()
    await expect(page).toHaveURL(new RegExp(`/product-details/${book.id}$`))
    await expect(page.getByRole('heading', { level: 1, name: book.name })).toBeVisible()
    // Starts waiting before the tap, because the toast is shown for only two seconds.
    await Promise.all([
      expect(page.getByText(`${book.name} added to cart!`)).toBeVisible(),
      page.getByRole('button', { name: 'Add to Cart', exact: true }).click(),
    ])
  })

  await test.step('the cart drawer increases the quantity and opens the log-in', async () => {
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click()
    await expect(page.getByRole('heading', { name: 'Cart Items' })).toBeVisible()
    const cart = page.getByRole('dialog', { name: 'Cart Items' })
    await cart.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(page.getByRole('button', { name: /^Cart, 2 items/ })).toBeVisible()
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL(/\/my-account/)
  })

  await test.step('the log-in opens the delivery step', async () => {
    await logIn(page)
    await expect(page).toHaveURL(/\/pre-check/)
  })

  await test.step('a new address is picked on the map and saved', async () => {
    await page.getByRole('button', { name: 'Add another address' }).click()
    const map = page.locator('.leaflet-container')
    await expect(map).toBeVisible()
    await map.click({ position: { x: 150, y: 120 } })
    await page.getByRole('combobox', { name: /address|place/i }).fill('Green gate, opposite the school')
    await page.getByRole('button', { name: 'Save searched address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Address Details' })
    await expect(dialog.getByText(/^Distance to .*: \d+\.\d\d km$/)).toBeVisible()
    await dialog.getByLabel('Contact Person Name').fill('Amina Nakato')
    await dialog.getByLabel('Contact Person Number').fill('0772123456')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Address saved successfully!')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Green gate/ })).toBeChecked()
  })

  await test.step('the delivery step requires a note and the confirmation', async () => {
    await proceedToPayment(page)
    await expect(page.getByText('Please provide a delivery note.')).toBeVisible()
    await confirmDelivery(page)
    await proceedToPayment(page)
    await expect(page).toHaveURL(/\/checkout/)
  })

  await test.step('paying in the payment window places the order', async () => {
    await expect(page.getByLabel('First name')).toHaveValue('Amina')
    const payment = await openPayment(page)
    await payByCard(payment, '5143 0105 2233 9965')
    await expect(payment.getByRole('alert')).toContainText('declined')
    expect(countOrders()).toBe(ordersBefore)
    await payment.getByLabel('Card number').fill('5531 8866 5214 2950')
    await pay(payment)
    const code = payment.getByLabel('One-time code')
    await code.fill('5548')
    await payment.getByRole('button', { name: 'Approve' }).click()
    await expect(payment.getByText('That code is wrong. Try again.')).toBeVisible()
    await expect(code).toHaveValue('')
    await code.fill('123456')
    await payment.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Order placed successfully!')).toBeVisible()
    await expect(page).toHaveURL(/\/shop/)
    await expect(page.getByRole('button', { name: /^Cart, 0 items/ })).toBeVisible()
    expect(countOrders()).toBe(ordersBefore + 1)
  })

  await test.step('the order is in SQLite and the stock is lower', async () => {
    const order = emulator.row<{
      id: number
      order_amount: number
      order_status: string
      delivery_address: string
    }>('SELECT * FROM orders ORDER BY id DESC LIMIT 1')
    expect(order).toMatchObject({
      order_status: 'confirmed',
      payment_method: 'flutterwave',
      order_note: null,
    })
    expect(JSON.parse(order.delivery_address).address).toBe('Green gate, opposite the school')
    expect(order.order_amount % 100).toBe(0)
    expect(order.order_amount).toBeGreaterThan(book.price * 2)
    expect(stockOf(book.id)).toBe(book.stock - 2)

    await page.goto(`${emulator.origin}/my-account`)
    await page.getByRole('tab', { name: 'Orders' }).click()
    await page.getByRole('button', { name: `Invoice for order ${order.id}` }).click()
    const invoice = page.getByRole('dialog')
    await expect(invoice.getByText(book.name)).toBeVisible()
    await expect(invoice.getByText('CONFIRMED').first()).toBeVisible()
  })
})
