import { act, screen, within } from '@testing-library/react'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { SORT_AND_FILTER_KEYS } from '../features/catalogue/filter-params.ts'

type User = Awaited<ReturnType<typeof renderShop>>['user']

const open = async (user: User) => user.click(await screen.findByRole('button', { name: 'Sort and filter' }))
const prices = () =>
  nonEmpty(screen.getAllByRole('article')).map((card) =>
    Number(/UGX (\d{1,3}(?:,\d{3})*)/.exec(card.textContent ?? '')?.[1]?.replaceAll(',', '')),
  )
/** Reads the number of products from an option or from the message above the list. */
const countIn = (text: string | null) =>
  Number(/\(?(\d[\d,]*)\)?/.exec((text ?? '').replaceAll(/\b[PS]\d/g, ''))?.[1])

test('requests further pages only once a list is sorted, and shows the cheapest products first', async () => {
  const { user, requests } = await renderShop({ path: '/shop?page=2' })
  const lists = () => requests.filter((request) => request.startsWith('GET /products/latest'))
  await screen.findAllByRole('article')
  await open(user)
  const sort = await screen.findByRole('combobox', { name: 'Sort by' })
  // Not all pages have loaded, so no exact count is shown.
  expect(screen.getByRole('checkbox', { name: 'In stock only' })).not.toBeChecked()
  expect(lists()).toEqual(['GET /products/latest'])

  await user.selectOptions(sort, 'Price, low to high')
  const countLine = await screen.findByText(/^\d+ products$/, { selector: '.listing p' })
  const total = countIn(countLine.textContent)
  expect(total).toBeGreaterThan(500)
  expect(lists()).toHaveLength(Math.ceil(total / 90))
  expect(window.location.search).toBe('?sort=price-up')
  expect(sort).toHaveFocus()
  const shown = prices()
  expect(shown).toHaveLength(18)
  expect(shown).toEqual([...shown].sort((a, b) => a - b))

  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(window.location.search).toBe('?sort=price-up&page=2')
  expect(prices()[0]).toBeGreaterThanOrEqual(shown.at(-1) ?? Number.NaN)
  expect(lists()).toHaveLength(Math.ceil(total / 90))
})

test('closes the form on Escape and on another page of the list', async () => {
  const { user } = await renderShop({ path: '/shop' })
  const panel = () => screen.queryByRole('region', { name: 'Sort and filter' })
  for (const close of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Next' })),
  ]) {
    await open(user)
    await vi.waitFor(() => expect(panel()).toHaveFocus())
    await close()
    expect(panel()).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  }
  expect(window.location.search).toBe('?page=2')
  // The browser restores the position of an earlier page.
  screen.getByRole('heading', { level: 1 }).blur()
  act(() => window.history.back())
  await vi.waitFor(() => expect(window.location.search).toBe(''))
  await vi.waitFor(() =>
    expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('Page 1 of'),
  )
  expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus()
})

test('offers a field for each filter and the sort order', async () => {
  const { user } = await renderShop({ path: '/categories?categoryId=3' })
  await open(user)
  const panel = within(await screen.findByRole('region', { name: 'Sort and filter' }))
  for (const field of nonEmpty(panel.getAllByRole('combobox')))
    await user.selectOptions(field, within(field).getAllByRole('option').at(-1) as HTMLElement)
  for (const box of panel.getAllByRole('checkbox')) await user.click(box)
  const chosen = new URLSearchParams(window.location.search)
  expect(SORT_AND_FILTER_KEYS.filter((key) => !chosen.has(key))).toEqual([])
})

test('shows the number of matching products for each option', async () => {
  const { user } = await renderShop({ path: '/categories?categoryId=3' })
  await open(user)
  const kind = await screen.findByRole('combobox', { name: 'Class' })
  const option = within(kind).getByRole('option', { name: /^P4 \(\d+\)$/ })
  const count = countIn(option.textContent)
  expect(count).toBeGreaterThan(5)
  await user.selectOptions(kind, option)
  expect(await screen.findByText(new RegExp(`^${count} of \\d+ products$`))).toBeInTheDocument()

  const range = within(screen.getByRole('combobox', { name: 'Price' })).getByRole('option', {
    name: /^UGX 10,000 to 20,000 \(\d+\)$/,
  })
  const within20 = Number(/\((\d+)\)$/.exec(range.textContent ?? '')?.[1])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Price' }), range)
  expect(await screen.findByText(new RegExp(`^${within20} of \\d+ products$`))).toBeInTheDocument()
  expect(prices().every((price) => price > 10_000 && price <= 20_000)).toBe(true)
})

test('applies the filters in the URL, shows a message if no product matches, and restores the list when the filters are cleared', async () => {
  const { user } = await renderShop({ path: '/categories?categoryId=3&price=1-2&sort=name&stock=in' })
  expect(await screen.findByText('No products match these filters.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Sort and filter (3)' }))
  expect(screen.getByRole('combobox', { name: 'Price' })).toHaveValue('1-2')
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('name')
  expect(screen.getByRole('checkbox', { name: /^In stock only/ })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(window.location.search).toBe('?categoryId=3')
  expect(await screen.findAllByRole('article')).toHaveLength(14)
  expect(screen.getByRole('button', { name: 'Clear all' })).toHaveFocus()
})

test('shows how many products match, counts the choices on the button, shows the list, and removes each choice', async () => {
  const { user } = await renderShop({ path: '/categories?categoryId=3' })
  const heading = await screen.findByRole('heading', { level: 1, name: 'Books' })
  const total = countIn((await screen.findByText(/^\d+ products$/)).textContent)
  await open(user)
  expect(await screen.findByRole('button', { name: `Show ${total} products` })).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Class' }), 'P4')
  await user.click(screen.getByRole('checkbox', { name: /^In stock only/ }))
  expect(screen.getByRole('button', { name: 'Sort and filter (2)' })).toBeVisible()
  const show = await screen.findByRole('button', { name: /^Show \d+ products?$/ })
  const matching = countIn(show.textContent)
  expect(matching).toBeLessThan(total)
  await user.click(show)
  expect(screen.queryByRole('region', { name: 'Sort and filter' })).toBeNull()
  expect(screen.getByText(`${matching} of ${total} products`)).toBeVisible()
  expect(heading).toHaveFocus()
  const chips = within(screen.getByRole('list', { name: 'Chosen' }))
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['P4', 'In stock only'])
  await user.click(chips.getByRole('button', { name: 'Remove P4' }))
  expect(window.location.search).toBe('?categoryId=3&stock=in')
  await user.click(screen.getByRole('button', { name: 'Sort and filter (1)' }))
  await user.click(screen.getByRole('checkbox', { name: /^In stock only/ }))
  expect(window.location.search).toBe('?categoryId=3')
})

test('shows an error for a page that failed to load, lists the other products and retries', async () => {
  let isDown = true
  const { user } = await renderShop({
    path: '/search?q=book&sort=price-down',
    refuse: (request) => (isDown && /search\?.*offset=3\b/.test(request) ? 'down' : undefined),
  })
  expect(await screen.findByText("Some products didn't load.")).toBeInTheDocument()
  const before = countIn((await screen.findByText(/^\d+ products$/)).textContent)
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() =>
    expect(countIn(screen.getByText(/^\d+ products$/).textContent)).toBeGreaterThan(before),
  )
  expect(screen.queryByText("Some products didn't load.")).not.toBeInTheDocument()
})

test('offers to clear the filters where no product matches them', async () => {
  const { user } = await renderShop({ path: '/categories?categoryId=3&price=1-2' })
  await user.click(await screen.findByRole('button', { name: 'Clear all filters' }))
  expect(window.location.search).toBe('?categoryId=3')
  expect(await screen.findAllByRole('article')).not.toHaveLength(0)
})
