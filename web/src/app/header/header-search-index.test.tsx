import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { runIndexInThread } from '../../../test/index-in-thread.ts'
import { renderShop } from '../../../test/render.tsx'

const field = () => screen.getByRole('combobox', { name: /Search for books/ })
/** Waits until the sidebar has loaded all books. */
const waitForBooks = () => screen.findByRole('region', { name: 'Popular in Books' })

test('lists index results above suggestions that match fewer words, with their price, and opens one', async () => {
  runIndexInThread()
  const { user, calls } = await renderShop({ path: '/shop' })
  await waitForBooks()
  await user.type(field(), 'mathamatics p4')
  await screen.findByRole('group', { name: 'Best matches' })
  const [first] = screen.getAllByRole('option')
  expect(first).toHaveTextContent("Equator Primary Mathematics Pupil's Book 4")
  expect(first).toHaveTextContent(/UGX [\d,]+/)
  const searches = calls.filter((call) => call.startsWith('GET /products/search'))
  expect(searches).toEqual(['GET /products/search?name=mathamatics+p4'])
  await user.click(first as HTMLElement)
  await vi.waitFor(() => expect(window.location.pathname).toBe('/product-details/33'))
})

test('selects an index result with the arrow keys and Enter', async () => {
  runIndexInThread()
  const { user } = await renderShop({ path: '/shop' })
  await waitForBooks()
  await user.type(field(), 'purpel hibiscas')
  await screen.findByRole('group', { name: 'Best matches' })
  await user.keyboard('{ArrowDown}{Enter}')
  await vi.waitFor(() => expect(window.location.pathname).toBe('/product-details/204'))
})

test('does not repeat suggestions of the host', async () => {
  runIndexInThread()
  const { user } = await renderShop({ path: '/shop' })
  await waitForBooks()
  await user.type(field(), 'kintu')
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(names.filter((name) => name?.startsWith('Kintu'))).toHaveLength(1)
})

test('offers a prefilled special order if nothing was found', async () => {
  runIndexInThread()
  const { user } = await renderShop({ path: '/shop' })
  await waitForBooks()
  await user.type(field(), 'zzzzqqqq')
  expect(await screen.findByText('No suggestions for “zzzzqqqq”.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Press Enter to search the whole shop' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Ask us to find it' }))
  expect(await screen.findByLabelText(/Item name/)).toHaveValue('zzzzqqqq')
  expect(screen.queryByText('Nothing found for “zzzzqqqq”.')).not.toBeInTheDocument()
})

test('shows results of the index in place of an empty list', async () => {
  runIndexInThread()
  const { calls } = await renderShop({ path: '/search?q=mathamatics' })
  const guessed = await screen.findByRole('region', { name: /^Closest to “mathamatics”/ })
  expect(within(guessed).getAllByRole('article')[0]).toHaveTextContent(/Mathematics/)
  expect(calls.filter((call) => call.startsWith('GET /products/search'))).toHaveLength(1)
})

test("calls an author's books results, not guesses", async () => {
  runIndexInThread()
  await renderShop({ path: '/search?q=chinua+achebe' })
  const results = await screen.findByRole('region', { name: 'Results for “chinua achebe”' })
  await vi.waitFor(() => expect(within(results).getAllByRole('article')).toHaveLength(5))
})

test('offers to look up an ISBN that no suggestion contains', async () => {
  runIndexInThread()
  const { user } = await renderShop({ path: '/about-us' })
  await user.type(field(), '9789970760459')
  expect(await screen.findByRole('button', { name: 'Press Enter to look up this ISBN' })).toBeVisible()
  expect(screen.queryByText(/^No suggestions/)).not.toBeInTheDocument()
})

test('prefills a special order with the words of a search without results', async () => {
  const { user } = await renderShop({ path: '/search?q=zzzzqqqq' })
  const nothing = await screen.findByText('No products found for “zzzzqqqq”.')
  expect(nothing).toBeVisible()
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Special order' }))
  expect(await screen.findByLabelText(/Item name/)).toHaveValue('zzzzqqqq')
})

test('does not query the index before the shopper searches', async () => {
  const started = vi.fn()
  vi.stubGlobal('Worker', started)
  const { user } = await renderShop({ path: '/shop' })
  await waitForBooks()
  await user.click(field())
  expect(started).not.toHaveBeenCalled()
})
