import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../../../test/test-app.ts'
import { renderConsole } from '../../test/render-console.tsx'

test('a preset breaks the selected endpoint, and removing the fault repairs it', async () => {
  const { user, emulator } = await renderConsole('#/faults')
  expect(await screen.findByText('No faults.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Endpoint'), 'GET /banners')
  await user.click(screen.getByRole('button', { name: 'Empty lists' }))
  const remove = await screen.findByRole('button', { name: 'Remove fault 1' })
  expect(screen.getByText('Added for GET /banners: empty lists.')).toBeVisible()
  expect(screen.getByText('Fault 1: not applied yet')).toBeVisible()
  expect(await emulator.client()('GET /banners')).toEqual([])
  expect(await screen.findByText('Fault 1: applied 1 time')).toBeVisible()
  expect((await emulator.client()('GET /categories')).length).toBeGreaterThan(0)
  await user.click(remove)
  expect(await screen.findByText('No faults.')).toBeVisible()
  expect(screen.getByText('Fault 1 is removed.')).toBeVisible()
  expect((await emulator.client()('GET /banners')).length).toBeGreaterThan(0)
})

test('adds a custom fault, after which the form is as before, and removes all faults', async () => {
  const { user, emulator } = await renderConsole('#/faults?method=GET&path=/banners')
  expect(await screen.findByText(/^From the journal: GET \/banners\./)).toBeVisible()
  const removeAll = screen.getByRole('button', { name: 'Remove all' })
  expect(removeAll).toBeDisabled()
  await user.type(screen.getByLabelText('From request number'), '2')
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(await screen.findByText('Added: GET /banners responds with a status (status: 500).')).toBeVisible()
  expect(await screen.findByText('Fault 1 (from request number: 2): not applied yet')).toBeVisible()
  expect(screen.getByLabelText('From request number')).toHaveValue('')
  expect(screen.getByLabelText('Path')).toHaveValue('/banners')
  await user.click(screen.getByRole('button', { name: 'Host is down' }))
  expect(await screen.findByText('Added for every request: host is down.')).toBeVisible()
  const confirm = vi.fn(() => true)
  vi.stubGlobal('confirm', confirm)
  await waitFor(() => expect(removeAll).toBeEnabled())
  await user.click(removeAll)
  expect(confirm).toHaveBeenCalledWith('Remove all faults?')
  expect(await screen.findByText('All faults are removed.')).toBeVisible()
  expect((await emulator.control('GET /faults')).faults).toEqual([])
})

test('shows at its field that a fault would never happen', async () => {
  const { user } = await renderConsole('#/faults?path=/baners')
  await user.click(await screen.findByRole('button', { name: 'Add the fault' }))
  const path = screen.getByLabelText('Path')
  await vi.waitFor(() => expect(path).toHaveFocus())
  expect(path).toHaveAccessibleDescription(/^✕ The fault would never happen: /)
  expect(path).toHaveValue('/baners')
})

test('shows no error at a field if there are too many faults', async () => {
  const emulator = await createTestApp()
  for (let count = 0; count < 100; count++)
    await emulator.control('POST /faults', { body: { effect: { reset: true } } })
  const { user } = await renderConsole('#/faults?path=/banners', { emulator })
  await user.click(await screen.findByRole('button', { name: 'Add the fault' }))
  expect(await screen.findByText('There are too many faults; remove some.')).toBeVisible()
  expect(screen.getByLabelText('Path')).not.toHaveAttribute('aria-invalid')
})

test('shows what the control API would refuse in a fault at its fields, and moves the focus there', async () => {
  const { user, emulator } = await renderConsole('#/faults?path=products')
  const field = (label: string) => screen.getByLabelText(label)
  await user.click(await screen.findByRole('button', { name: 'Add the fault' }))
  expect(field('Path')).toHaveFocus()
  expect(field('Path')).toHaveAccessibleDescription('✕ Must begin with / or *.')
  // The first problem is shown, although the path is also too long.
  await user.click(field('Path'))
  await user.paste('x'.repeat(200))
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(field('Path')).toHaveAccessibleDescription('✕ Must begin with / or *.')
  await user.clear(field('Path'))
  await user.type(field('Path'), '/products')
  await user.type(field('From request number'), '0')
  await user.type(field('Probability (0 to 1)'), '2')
  await user.type(field('Body'), '{{')
  await user.clear(field('Status'))
  await user.type(field('Status'), '199')
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(field('Status')).toHaveFocus()
  for (const [label, message] of [
    ['Status', '✕ Must be at least 200.'],
    ['Body', /✕ Enter JSON/],
    ['From request number', '✕ Must be at least 1.'],
    ['Probability (0 to 1)', '✕ Must be at most 1.'],
  ] as const)
    expect(field(label)).toHaveAccessibleDescription(message)
  await user.selectOptions(field('Effect'), 'Changes or removes a field (change)')
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(field('JSON path')).toHaveAccessibleDescription('✕ Must be a JSON path, such as $.products[].price.')
  expect((await emulator.control('GET /faults')).faults).toEqual([])
})

test('explains numbers of a wrong kind and values that are too long', async () => {
  const { user } = await renderConsole('#/faults')
  await screen.findByRole('button', { name: 'Add the fault' })
  const field = (label: string) => screen.getByLabelText(label)
  await user.type(field('From request number'), '1.5')
  await user.type(field('Probability (0 to 1)'), 'often')
  await user.selectOptions(field('Effect'), 'Changes or removes a field (change)')
  await user.type(field('JSON path'), '$.total_size')
  await user.click(field('New value'))
  await user.paste(JSON.stringify('x'.repeat(2000)))
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(field('From request number')).toHaveAccessibleDescription('✕ Must be a whole number.')
  expect(field('Probability (0 to 1)')).toHaveAccessibleDescription('✕ Must be a number.')
  expect(field('New value')).toHaveAccessibleDescription('✕ It is too long.')
})
