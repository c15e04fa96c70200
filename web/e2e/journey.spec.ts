import { expect, test } from './emulator.ts'

test('a shopper finds a book, logs in, chooses where it goes, pays, and sees the invoice', async ({ page, emulator }) => {
  await page.goto(emulator.origin)
  await expect(page.getByRole('heading', { name: 'New this week' }).or(page.locator('main h2').first())).toBeVisible()

  const book = emulator.row<{ id: number; name: string; stock: number; price: number }>(
    "SELECT id, name, stock, price FROM products WHERE name = 'Things Fall Apart'",
  )

  // Search: a suggestion leads to the shop with the results.
  const search = page.getByRole('combobox').first()
  await search.fill('Things Fall')
  await page.getByRole('option', { name: book.name }).first().click()
  await expect(page).toHaveURL(/\/shop/)
  await page.getByRole('link', { name: book.name, exact: true }).first().click()

  // Product page.
  await expect(page).toHaveURL(new RegExp(`/product-details/${book.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: book.name })).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText(`${book.name} added to cart!`)).toBeVisible()

  // Popover, then to the log-in.
  await page.getByRole('button', { name: /cart/i }).first().click()
  const cart = page.getByRole('dialog', { name: 'Cart Items' })
  await expect(cart.getByText(book.name)).toBeVisible()
  await cart.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/my-account/)
  await page.getByLabel(/email or phone/i).fill('demo@kitabo.example')
  await page.getByLabel('Password', { exact: true }).fill('kitabo-demo')
  await page.getByRole('button', { name: /^log ?in$/i }).click()

  // Delivery: a new address picked on the map.
  await expect(page).toHaveURL(/\/pre-check/)
})
