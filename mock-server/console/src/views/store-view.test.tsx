import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../test/test-app.ts'
import { renderConsole } from '../../test/render-console.tsx'

test('marks the settings with which the shop does not work normally', async () => {
  const { user } = await renderConsole('#/store')
  const badgeOf = (label: string) =>
    within(screen.getByText(label).parentElement as HTMLElement).getByText(/^(on|off)$/)
  await screen.findByText('Maintenance')
  for (const label of ['Maintenance', 'Pickup', 'Online payment'])
    expect(badgeOf(label)).toHaveClass('bg-success-subtle')
  await user.click(screen.getByRole('button', { name: 'Turn on Maintenance' }))
  await user.click(screen.getByRole('button', { name: 'Turn off Pickup' }))
  for (const label of ['Maintenance', 'Pickup'])
    await waitFor(() => expect(badgeOf(label)).toHaveClass('bg-danger-subtle'))
  await user.click(screen.getByRole('button', { name: 'Turn off Online payment' }))
  await waitFor(() => expect(badgeOf('Online payment')).toHaveClass('bg-danger-subtle'))
})

test('changes the amounts and the pickup address of the store', async () => {
  const { user, emulator } = await renderConsole('#/store')
  const retype = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    if (text !== '') await user.type(screen.getByLabelText(label), text)
  }
  const save = await screen.findByRole('button', { name: 'Save' })
  expect(save).toBeDisabled()
  const before = await emulator.control('GET /store')
  expect(screen.getByLabelText('Pickup address')).toHaveValue(before.collection_address)
  await retype('Delivery per kilometre, UGX', '')
  await retype('Lock after five wrong passwords, seconds', '0')
  await user.click(save)
  expect(screen.getByLabelText('Delivery per kilometre, UGX')).toHaveFocus()
  expect(screen.getByLabelText('Delivery per kilometre, UGX')).toHaveAccessibleDescription(
    '✕ Must be a number.',
  )
  expect(screen.getByLabelText('Lock after five wrong passwords, seconds')).toHaveAccessibleDescription(
    '✕ Must be at least 1.',
  )
  await retype('Lock after five wrong passwords, seconds', '60')
  await retype('Pickup address', '')
  await user.click(screen.getByLabelText('Pickup address'))
  await user.paste('x'.repeat(251))
  await user.click(save)
  expect(screen.getByLabelText('Pickup address')).toHaveAccessibleDescription(
    '✕ May have at most 250 characters.',
  )
  expect(await emulator.control('GET /store')).toEqual(before)
  await retype('Delivery per kilometre, UGX', '1500')
  await retype('Minimum order without delivery, UGX', '2000')
  await retype('Pickup address', 'Plot 1')
  await user.click(save)
  expect(await screen.findByText('The store is changed.')).toBeVisible()
  const changes = { shipping_per_km: 1500, lock_seconds: 60, minimum_order_value: 2000 }
  expect(await emulator.control('GET /store')).toEqual({
    ...before,
    ...changes,
    collection_address: 'Plot 1',
  })
  await waitFor(() => expect(save).toBeDisabled())
})

test('turns one extension of the provider off, all of them off, and all on again', async () => {
  const emulator = await createTestApp()
  const { user } = await renderConsole('#/store', { emulator })
  await user.click(await screen.findByRole('button', { name: 'Turn off sections' }))
  expect(await screen.findByRole('button', { name: 'Turn on sections' })).toBeVisible()
  expect(await emulator.control('GET /extensions')).toMatchObject({ sections: false, newsletter: true })
  const states = async () => new Set(Object.values(await emulator.control('GET /extensions')))
  await user.click(screen.getByRole('button', { name: 'Turn off all extensions' }))
  expect(await screen.findByRole('button', { name: 'Turn on newsletter' })).toBeVisible()
  expect(await screen.findByText('The extensions are changed.')).toBeVisible()
  expect(await states()).toEqual(new Set([false]))
  await user.click(screen.getByRole('button', { name: 'Turn on all extensions' }))
  expect(await screen.findByRole('button', { name: 'Turn off sections' })).toBeVisible()
  expect(await states()).toEqual(new Set([true]))
})
