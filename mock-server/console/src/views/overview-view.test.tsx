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
  expect(world.getByText('Time').nextSibling).toHaveTextContent('20 Nov 2026, 12:00:00, frozen')
  expect(screen.getByText(/^No shop is served/)).toBeVisible()
  expect(screen.queryByText(/ in strict mode/)).toBeNull()
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

test('links the shop, lists invalid responses, and says what a world lacks', async () => {
  const emulator = await createTestApp()
  const { fetch } = emulator
  emulator.fetch = async (...request) => {
    const response = await fetch(...request)
    if (!String(request[0]).endsWith('/status')) return response
    const status = await response.json()
    const world = { ...status.world, seed: null, frozen: false }
    const changes = { shop: true, strict: true, demo_account: null, broken_responses: ['GET /config: a'] }
    return Response.json({ ...status, ...changes, world })
  }
  await renderConsole('#/overview', { emulator })
  expect(await screen.findByRole('link', { name: 'The shop' })).toHaveAttribute('href', '/')
  expect(screen.queryByText(/No shop is served|None so far|frozen/)).toBeNull()
  expect(screen.getByText(/ in strict mode\.$/)).toBeVisible()
  expect(screen.getByText('GET /config: a')).toBeVisible()
  expect(screen.getByText('The catalogue of this world has no customers.')).toBeVisible()
  expect(screen.getByText('Random seed').nextSibling).toHaveTextContent('none: ids and codes are random')
})

test('resets the world', async () => {
  const { user, emulator } = await renderConsole('#/overview')
  await emulator.control('POST /stock', { body: { id: 1, stock: 0 } })
  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  await user.click(await screen.findByRole('button', { name: 'Reset default to the seed' }))
  expect(confirm).toHaveBeenCalledWith('Discard all changes in default?')
  expect(await screen.findByText('World "default" is reset.')).toBeVisible()
  const { products } = await emulator.control('GET /stock')
  expect(products[0]?.stock).toBeGreaterThan(0)
})
