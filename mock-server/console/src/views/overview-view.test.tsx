import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { countRows } from '../../../src/world/queries.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { renderConsole } from '../../test/render-console.tsx'

const forgot = { body: { email_or_phone: 'demo@kitabo.example', type: 'email' } } as const

test('counts the contents of a world in the overview', async () => {
  const emulator = await createTestApp()
  await emulator.client()('POST /auth/forgot-password', forgot)
  await renderConsole('#/overview', { emulator })
  for (const name of [`${countRows(emulator.world, 'products')} products`, '1 message', '0 faults'])
    expect(await screen.findByRole('link', { name })).toBeVisible()
})

test('shows the world, the demo account, the documents, the process and invalid responses', async () => {
  const { user, emulator } = await renderConsole('#/overview')
  const panel = async (name: string) => within(await screen.findByRole('region', { name }))
  const world = await panel('World "default"')
  expect(world.getByText('Random seed').nextSibling).toHaveTextContent('test')
  const account = await panel('Demo account')
  expect(account.getByText('demo@kitabo.example')).toBeVisible()
  await user.click(account.getByRole('button', { name: 'Copy e-mail' }))
  expect(await navigator.clipboard.readText()).toBe('demo@kitabo.example')
  await user.click(account.getByRole('button', { name: 'Copy password' }))
  expect(await navigator.clipboard.readText()).toBe(
    (await emulator.control('GET /status')).demo_account?.password,
  )
  const links = (await panel('Links')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    "The provider's API, OpenAPI",
    'The control API, OpenAPI',
    'Documentation',
  ])
  for (const link of links) {
    const { pathname } = new URL((link as HTMLAnchorElement).href)
    expect((await emulator.fetch(`${emulator.origin}${pathname}`)).status).toBe(200)
  }
  const process = await panel('Process')
  expect(process.getByText('API').nextSibling).toHaveTextContent(/\/api\/v1$/)
  expect(process.getByText('Uptime').nextSibling).toHaveTextContent('0 minutes')
  expect((await panel('Responses that violated their contract')).getByText('✓ None so far.')).toBeVisible()
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
