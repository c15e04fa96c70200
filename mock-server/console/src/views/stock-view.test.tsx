import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../test/render-console.tsx'

test('finds a book and marks it as sold out', async () => {
  const { user, emulator } = await renderConsole('#/stock')
  await user.type(await screen.findByRole('searchbox', { name: 'Name contains' }), 'phonics')
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Sell out/ })).toHaveLength(1))
  await user.clear(screen.getByRole('textbox', { name: /^Stock of/ }))
  await user.type(screen.getByRole('textbox', { name: /^Stock of/ }), '-1')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(screen.getByRole('textbox', { name: /^Stock of/ })).toHaveAccessibleDescription(
    '✕ Must be at least 0.',
  )
  await user.click(screen.getByRole('button', { name: /^Sell out/ }))
  expect(await screen.findByText('sold out')).toBeVisible()
  const { products } = await emulator.control('GET /stock', { query: { name: 'phonics' } })
  expect(products[0]?.stock).toBe(0)
})
