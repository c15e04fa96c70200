import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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
