import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../../../test/test-app.ts'
import { renderConsole } from '../../test/render-console.tsx'

const forgot = { body: { email_or_phone: 'demo@kitabo.example', type: 'email' } } as const

test('counts the contents of a world in the overview', async () => {
  const emulator = await createTestApp()
  await emulator.client()('POST /auth/forgot-password', forgot)
  await renderConsole('#/overview', { emulator })
  for (const name of ['569 products', '1 message', '0 faults'])
    expect(await screen.findByRole('link', { name })).toBeVisible()
})

test('resets the world', async () => {
  const { user, emulator } = await renderConsole('#/overview')
  await emulator.control('POST /stock', { body: { id: 1, stock: 0 } })
  vi.stubGlobal('confirm', () => true)
  await user.click(await screen.findByRole('button', { name: 'Reset default to the seed' }))
  expect(await screen.findByText('World "default" is reset.')).toBeVisible()
  const { products } = await emulator.control('GET /stock')
  expect(products[0]?.stock).toBeGreaterThan(0)
})
