import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { enter, renderShop } from '../../../test/render.tsx'

const field = () => screen.getByRole('combobox', { name: /Search for books/ })

test('suggests products while the shopper types, prefix matches first', async () => {
  const { user, requests } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'atlas')
  const options = await screen.findAllByRole('option')
  // Eight suggestions, and the option that opens the list.
  expect(options.length).toBeLessThanOrEqual(9)
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText(/^\d+ suggestions?$/)).toBeInTheDocument()
  expect(requests.filter((request) => request.startsWith('GET /products/search'))).toEqual([
    'GET /products/search?name=atlas',
  ])
})

test('moves through the suggestions with the arrow keys and selects one with Enter', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await enter(user, field(), 'atlas')
  const options = await screen.findAllByRole('option')
  const count = Number.parseInt(screen.getByText(/^\d+ suggestions?$/).textContent ?? '', 10)
  await user.keyboard('{ArrowDown}')
  expect(field()).toHaveAttribute('aria-activedescendant', options[0]?.id)
  expect(options[0]).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(field()).toHaveAttribute('aria-activedescendant', options.at(-1)?.id)
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(window.location.pathname + window.location.search).toBe('/shop?q=atlas'))
  expect(window.history.state.usr.results).toHaveLength(count)
  expect(field()).toHaveValue('atlas')
})

test('closes the suggestions on Esc and clears the field on the next Esc', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await enter(user, field(), 'atlas')
  await screen.findAllByRole('option')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
  expect(field()).toHaveValue('atlas')
  await user.keyboard('{Escape}')
  expect(field()).toHaveValue('')
})

test('searches immediately on Enter, before suggestions have loaded', async () => {
  const { user, requests } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'atlas{Enter}')
  await vi.waitFor(() => expect(window.location.pathname + window.location.search).toBe('/shop?q=atlas'))
  expect(requests.filter((request) => request === 'GET /products/search?name=atlas')).toHaveLength(1)
})

test('searches on the button, but not with an empty field', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const submit = within(screen.getByRole('search')).getByRole('button', { name: 'Search' })
  await user.click(submit)
  expect(window.location.pathname).toBe('/about-us')
  await enter(user, field(), 'atlas')
  await user.click(submit)
  await vi.waitFor(() => expect(window.location.pathname).toBe('/shop'))
})

test('requests suggestions 100 ms after the last character', async () => {
  const { user, requests } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'atla')
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(field(), { target: { value: 'atlas' } })
  await act(() => vi.advanceTimersByTimeAsync(99))
  expect(requests).not.toContain('GET /products/search?name=atlas')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(requests).toContain('GET /products/search?name=atlas')
})

test('shows no error if a search fails, and still opens the shop', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    refuse: (request) => (request.startsWith('GET /products/search') ? 500 : undefined),
  })
  await user.type(field(), 'atlas{Enter}')
  await vi.waitFor(() => expect(window.location.pathname + window.location.search).toBe('/shop?q=atlas'))
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
})

test('a button opens the search of the checkout, with the focus in its field, and closes it', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const button = screen.getByRole('button', { name: 'Search', expanded: false })
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(field()).toHaveFocus()
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'false')
})
