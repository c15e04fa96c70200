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
})

test('turns an extension of the provider off, and all of them on again', async () => {
  const emulator = await createTestApp()
  const { user } = await renderConsole('#/store', { emulator })
  await user.click(await screen.findByRole('button', { name: 'Turn off sections' }))
  expect(await screen.findByRole('button', { name: 'Turn on sections' })).toBeVisible()
  expect(await emulator.control('GET /extensions')).toMatchObject({ sections: false, newsletter: true })
  await user.click(screen.getByRole('button', { name: 'Turn on all extensions' }))
  expect(await screen.findByRole('button', { name: 'Turn off sections' })).toBeVisible()
  expect(await screen.findByText('The extensions are changed.')).toBeVisible()
})
