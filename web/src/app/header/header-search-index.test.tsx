import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { enter, lateResponse, renderShop } from '../../../test/render.tsx'

const field = () => screen.getByRole('combobox', { name: /Search for books/ })
/** Waits until the sidebar has loaded all books. */
const waitForBooks = () => screen.findByRole('region', { name: 'Popular in Books' })

test('suggests products of the corrected query with their prices, and opens the same list', async () => {
  const { user, requests } = await renderShop({ path: '/shop' })
  await waitForBooks()
  await enter(user, field(), 'tings fal apart')
  await screen.findByRole('group', { name: 'Closest to “tings fal apart”' })
  const [first] = screen.getAllByRole('option')
  expect(first).toHaveTextContent('Things Fall Apart')
  expect(first).toHaveTextContent(/UGX [\d,]+/)
  const searches = requests.filter((request) => request.startsWith('GET /products/search'))
  expect(searches).toEqual([
    'GET /products/search?name=tings+fal+apart',
    'GET /products/search?name=things+fal+apart',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByText('things fal apart', { selector: 'strong' })).toBeVisible()
  expect(window.location.pathname + window.location.search).toBe('/shop?q=tings%20fal%20apart')
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('Things Fall Apart')
})

test('suggests the first products of the list for a misspelled query, even if the page has loaded no books', async () => {
  const query = 'enlgish dictionry'
  const { user } = await renderShop({ path: '/about-us' })
  await enter(user, field(), query)
  const group = await screen.findByRole('group', { name: `Closest to “${query}”` })
  expect(screen.queryByText(/^No suggestions/)).toBeNull()
  const options = within(group).getAllByRole('option')
  const names = options.map(({ textContent }) => textContent?.split('UGX')[0])
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: `Closest to “${query}”` })
  const list = screen.getByRole('region', { name: 'Products' })
  await vi.waitFor(() => expect(within(list).getAllByRole('article')[names.length - 1]).toBeVisible())
  const cards = within(list).getAllByRole('article')
  for (const [at, name] of names.entries()) expect(cards[at]).toHaveTextContent(name?.slice(0, 20) ?? '')
})

test('a button below the suggestions opens the list and shows its number of products', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await enter(user, field(), 'biology')
  // Retries, because the response of the index re-renders the suggestions.
  await vi.waitFor(async () => {
    await user.click(screen.getByRole('button', { name: /^See all \d+ results$/ }))
    expect(window.location.pathname).toBe('/shop')
  })
  await screen.findByRole('heading', { level: 1, name: 'Results for “biology”' })
  expect(window.location.pathname + window.location.search).toBe('/shop?q=biology')
  expect(window.history.state.usr.results.length).toBeGreaterThan(0)
  const { textContent } = await within(screen.getByRole('main')).findByText(/^\d+ products$/)
  await user.clear(field())
  await enter(user, field(), 'biology')
  const count = textContent?.replace(' products', '')
  expect(await screen.findByRole('button', { name: `See all ${count} results` })).toBeVisible()
})

test.each(['/shop', '/my-account'])(
  'says that it searches until the results arrive, and then opens the list, unless the shopper has left: %s',
  async (path) => {
    const { response, send } = lateResponse()
    const { user, emulator } = await renderShop({
      path: '/about-us',
      file: (request) => (request.startsWith('GET /products/search') ? response : undefined),
    })
    await user.type(field(), 'atlas{Enter}')
    expect(await screen.findByText('Searching…')).toBeVisible()
    expect(window.location.pathname).toBe('/about-us')
    if (path !== '/shop') {
      await user.click(screen.getByRole('link', { name: 'Account' }))
      await vi.waitFor(() => expect(window.location.pathname).toBe(path))
    }
    send(await emulator.fetch('http://localhost/api/v1/products/search?name=atlas'))
    await vi.waitFor(() => expect(screen.queryByText('Searching…')).toBeNull())
    await vi.waitFor(() => expect(window.location.pathname).toBe(path))
    if (path === '/shop') expect(window.history.state.usr.results).not.toHaveLength(0)
  },
)

test('does not repeat suggestions of the host', async () => {
  const { user } = await renderShop({ path: '/shop' })
  await waitForBooks()
  await enter(user, field(), 'kintu')
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(names.filter((name) => name?.startsWith('Kintu'))).toHaveLength(1)
})

test('offers a prefilled special order if nothing was found', async () => {
  const { user } = await renderShop({ path: '/shop' })
  await waitForBooks()
  await enter(user, field(), 'zzzzqqqq')
  expect(await screen.findByText('No suggestions for “zzzzqqqq”.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Search the whole shop' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Ask us to find it' }))
  expect(await screen.findByLabelText(/Item name/)).toHaveValue('zzzzqqqq')
})

test('offers to look up an ISBN that no suggestion contains', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await enter(user, field(), '9780306406157')
  expect(await screen.findByRole('button', { name: 'Look up this ISBN' })).toBeVisible()
  expect(screen.queryByText(/^No suggestions/)).not.toBeInTheDocument()
})
