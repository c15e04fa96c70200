import { screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { update } from 'mock-server/world/queries'
import { expect, test } from 'vitest'
import { renderShop } from '../../../../test/render.tsx'

/** Opens a page of a host whose list of categories contains roots only. */
async function openOnRootsOnly(path: string) {
  const emulator = await createTestApp({ extensions: { categoryLevels: false } })
  return renderShop({ path, emulator })
}

const childRequests = (requests: readonly string[]) =>
  requests.filter((request) => request.includes('/childes/'))

test('the menu requests the children of an opened category, one level ahead', async () => {
  const { user, requests } = await openOnRootsOnly('/about-us')
  await user.click(screen.getByRole('button', { name: 'CATEGORIES' }))
  const books = (await screen.findByRole('button', { name: 'More in Books' })).closest('li') as HTMLElement
  expect(childRequests(requests)).toEqual([])
  await user.click(within(books).getByRole('button', { name: 'More in Books' }))
  expect(await within(books).findByRole('link', { name: 'Primary Textbooks' })).toBeVisible()
  const primary = await within(books).findByRole('button', { name: 'More in Primary Textbooks' })
  const requested = childRequests(requests).length
  await user.click(primary)
  expect(await within(books).findByRole('link', { name: 'Nursery & Pre-Primary' })).toBeVisible()
  expect(childRequests(requests)).toHaveLength(requested)
})

test('the tree opens the way to a category of the third level, and the page has its name', async () => {
  const emulator = await createTestApp()
  const categories = await emulator.client()('GET /categories')
  const nursery = categories.find(({ name }) => name === 'Nursery & Pre-Primary')
  await emulator.close()
  await openOnRootsOnly(`/categories/${nursery?.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Nursery & Pre-Primary' })).toBeVisible()
  expect(await screen.findByRole('checkbox', { name: 'Nursery & Pre-Primary' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Primary Textbooks' })).toBeVisible()
  await waitFor(() => expect(document.title).not.toMatch(/not found/))
})

test('a category without children loses its button when it is opened', async () => {
  const emulator = await createTestApp({ extensions: { categoryLevels: false } })
  update(emulator.world, 'categories', 'SET parent_id = 30 WHERE parent_id = 6')
  const { user } = await renderShop({ path: '/categories', emulator })
  await user.click(await screen.findByRole('button', { name: 'More in Toys & Games' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'More in Toys & Games' })).toBeNull())
})

test('a product has the name of its category, with a link', async () => {
  const { requests } = await openOnRootsOnly('/product-details/101')
  const name = await within(screen.getByRole('main')).findByText(/^in$/)
  expect(within(name).getByRole('link')).toHaveTextContent('Secondary Textbooks')
  expect(childRequests(requests).length).toBeGreaterThan(0)
})

test('a host that lists all levels gets no further request', async () => {
  const { requests } = await renderShop({ path: '/product-details/101' })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(requests).toContain('GET /categories'))
  expect(childRequests(requests)).toEqual([])
})
