import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../test/render-console.tsx'

test('finds a book, changes its price and marks it as sold out', async () => {
  const { user, emulator } = await renderConsole('#/stock')
  const search = await screen.findByLabelText('Name contains')
  await user.type(search, ' phonics ')
  await waitFor(() => expect(screen.getAllByLabelText(/^Sell out/)).toHaveLength(1))
  expect(screen.getByRole('button', { name: /^Save/ })).toBeDisabled()
  const price = screen.getByRole('textbox', { name: /^Price of/ })
  await user.clear(price)
  await user.type(price, '1234')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText(/^Product \d+ is changed\.$/)).toBeVisible()
  await user.clear(screen.getByRole('textbox', { name: /^Stock of/ }))
  await user.type(screen.getByRole('textbox', { name: /^Stock of/ }), '-1')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(screen.getByRole('textbox', { name: /^Stock of/ })).toHaveAccessibleDescription(
    '✕ Must be at least 0.',
  )
  await user.click(screen.getByRole('button', { name: /^Sell out/ }))
  expect(await screen.findByText('sold out')).toBeVisible()
  const { products } = await emulator.control('GET /stock', { query: { name: 'phonics' } })
  expect(products[0]).toMatchObject({ stock: 0, price: 1234 })
  expect(screen.getByRole('button', { name: /^Sell out/ })).toBeDisabled()
  await user.type(search, 'none')
  expect(await screen.findByText('No such product.')).toBeVisible()
  emulator.world.db.exec('UPDATE products SET name = NULL WHERE id = 1')
  await user.clear(search)
  expect(await screen.findByLabelText('Save product 1')).toBeVisible()
  expect(screen.getByText('unnamed')).toBeVisible()
})
