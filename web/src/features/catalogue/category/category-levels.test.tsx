import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../../../test/console.ts'
import { renderShop } from '../../../../test/render.tsx'

test('opens subcategories only once the pointer has rested on a category for 150 ms', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: 'CATEGORIES' }))
  const more = await screen.findByRole('button', { name: 'More in Books' })
  const category = more.closest('li') as HTMLElement
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.pointerEnter(category, { pointerType: 'mouse' })
  fireEvent.pointerLeave(category, { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(1000))
  expect(more).toHaveAttribute('aria-expanded', 'false')
  fireEvent.pointerEnter(category, { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(149))
  expect(more).toHaveAttribute('aria-expanded', 'false')
  act(() => void vi.advanceTimersByTime(1))
  expect(more).toHaveAttribute('aria-expanded', 'true')
})

test('opens subcategories at a touch of their button only, and those of one category at a time', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: 'CATEGORIES' }))
  const books = await screen.findByRole('button', { name: 'More in Books' })
  const [other] = screen.getAllByRole('button', { name: /^More in / }).filter((button) => button !== books)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.pointerEnter(books.closest('li') as HTMLElement, { pointerType: 'touch' })
  act(() => void vi.advanceTimersByTime(1000))
  expect(books).toHaveAttribute('aria-expanded', 'false')
  fireEvent.click(books)
  expect(books).toHaveAttribute('aria-expanded', 'true')
  fireEvent.click(screen.getByRole('button', { name: 'More in Primary Textbooks' }))
  expect(screen.getByRole('link', { name: 'Nursery & Pre-Primary' })).toBeVisible()
  fireEvent.click(other as HTMLElement)
  expect(books).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('link', { name: 'Primary Textbooks' })).toBeNull()
})

const openMenu = async (categories: object[]) => {
  const { user } = await renderShop({
    path: '/about-us',
    file: (request) => (request === 'GET /categories' ? Response.json(categories) : undefined),
  })
  await user.click(screen.getByRole('button', { name: 'CATEGORIES' }))
}

test('shows the plain cover of a category whose image fails', async () => {
  const image_fullpath = 'https://host.example/storage/category/books.png'
  expectOnConsole(/does not match its contract/)
  await openMenu([{ id: 3, name: 'Books', parent_id: 0, position: 0, status: 1, image_fullpath }])
  const link = await screen.findByRole('link', { name: 'Books' })
  const image = link.querySelector('img') as HTMLElement
  expect(image).toHaveAttribute('src', expect.stringMatching(/books\.png$/))
  fireEvent.error(image)
  expect(link.querySelector('img')).toBeNull()
})

test('says that there are no categories', async () => {
  await openMenu([])
  expect(await screen.findByText('No categories to show just now.')).toBeVisible()
})
