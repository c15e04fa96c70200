import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../test/render-console.tsx'

const stockField = () => screen.getByRole('textbox', { name: /^Stock of/ })

/** Opens the view with the only product whose name contains "phonics". */
async function openPhonics() {
  const shown = await renderConsole('#/stock')
  const search = await screen.findByLabelText('Name contains')
  await shown.user.type(search, ' phonics ')
  await waitFor(() => expect(screen.getAllByLabelText(/^Sell out/)).toHaveLength(1))
  const readProduct = async () =>
    (await shown.emulator.control('GET /stock', { query: { name: 'phonics' } })).products[0]
  return { ...shown, search, readProduct }
}

test('finds a book, changes its price and marks it as sold out', async () => {
  const { user, readProduct } = await openPhonics()
  expect(screen.getByRole('button', { name: /^Save/ })).toBeDisabled()
  const price = screen.getByRole('textbox', { name: /^Price of/ })
  await user.clear(price)
  await user.type(price, '1234')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText(/^Product \d+ is changed\.$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Sell out/ }))
  expect(await screen.findByText('sold out')).toBeVisible()
  expect(await readProduct()).toMatchObject({ stock: 0, price: 1234 })
  expect(screen.getByRole('button', { name: /^Sell out/ })).toBeDisabled()
})

test('keeps a typed value until it is saved, although the stock changes in the meantime', async () => {
  const { user, emulator, readProduct } = await openPhonics()
  const { id = 0 } = (await readProduct()) ?? {}
  await user.clear(stockField())
  await user.type(stockField(), '7')
  await emulator.control('POST /stock', { body: { id, price: 4321 } })
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Price of/ })).toHaveValue('4321'), {
    timeout: 5000,
  })
  expect(stockField()).toHaveValue('7')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(async () => expect(await readProduct()).toMatchObject({ stock: 7, price: 4321 }))
})

test('refuses a negative stock at its field, and changes nothing', async () => {
  const { user, readProduct } = await openPhonics()
  const before = await readProduct()
  await user.clear(stockField())
  await user.type(stockField(), '-1')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(stockField()).toHaveAccessibleDescription('✕ Must be at least 0.')
  expect(await readProduct()).toEqual(before)
})

test('says that no product has a name, and lists one without a name', async () => {
  const { user, search, emulator } = await openPhonics()
  await user.type(search, 'none')
  expect(await screen.findByText('No such product.')).toBeVisible()
  emulator.world.db.exec('UPDATE products SET name = NULL WHERE id = 1')
  await user.clear(search)
  expect(await screen.findByLabelText('Save product 1')).toBeVisible()
  expect(screen.getByText('unnamed')).toBeVisible()
})
