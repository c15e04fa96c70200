import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { runIndexHere } from '../../../test/index-here.ts'
import { renderShop } from '../../../test/render.tsx'

const field = () => screen.getByRole('combobox', { name: /Search for books/ })
/** The sidebar of the shop has brought every book. */
const booksAreThere = () => screen.findByRole('region', { name: 'Popular in Books' })

test('suggests what the host cannot find below its own suggestions, with the price, and opens it', async () => {
  runIndexHere()
  const { user, calls } = await renderShop({ path: '/shop' })
  await booksAreThere()
  await user.type(field(), 'mathamatics p4')
  const also = await screen.findByRole('group', { name: 'Also in the shop' })
  const [first] = within(also).getAllByRole('option')
  expect(first).toHaveTextContent("Equator Primary Mathematics Pupil's Book 4")
  expect(first).toHaveTextContent(/UGX [\d,]+/)
  const searches = calls.filter((call) => call.startsWith('GET /products/search'))
  expect(searches).toEqual(['GET /products/search?name=mathamatics+p4'])
  await user.click(first as HTMLElement)
  await vi.waitFor(() => expect(window.location.pathname).toBe('/product-details/33'))
})

test('takes a suggestion of the index with the arrows and Enter', async () => {
  runIndexHere()
  const { user } = await renderShop({ path: '/shop' })
  await booksAreThere()
  await user.type(field(), 'purpel hibiscas')
  await screen.findByRole('group', { name: 'Also in the shop' })
  await user.keyboard('{ArrowDown}{Enter}')
  await vi.waitFor(() => expect(window.location.pathname).toBe('/product-details/204'))
})

test('never suggests twice what the host has suggested', async () => {
  runIndexHere()
  const { user } = await renderShop({ path: '/shop' })
  await booksAreThere()
  await user.type(field(), 'kintu')
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(names.filter((name) => name?.startsWith('Kintu'))).toHaveLength(1)
})

test('says that nothing was found, and offers a special order with the words filled in', async () => {
  runIndexHere()
  const { user } = await renderShop({ path: '/shop' })
  await booksAreThere()
  await user.type(field(), 'zzzzqqqq')
  expect(await screen.findByText('No suggestions for “zzzzqqqq”.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Press Enter to search the whole shop' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Ask us to find it' }))
  expect(await screen.findByLabelText(/Item name/)).toHaveValue('zzzzqqqq')
  expect(screen.queryByText('Nothing found for “zzzzqqqq”.')).not.toBeInTheDocument()
})

test('shows results of the index in place of an empty list', async () => {
  runIndexHere()
  const { calls } = await renderShop({ path: '/search?q=mathamatics' })
  const guessed = await screen.findByRole('region', { name: /^No exact match for “mathamatics”/ })
  expect(within(guessed).getAllByRole('article')[0]).toHaveTextContent(/Mathematics/)
  expect(calls.filter((call) => call.startsWith('GET /products/search'))).toHaveLength(1)
})

test('fills the words of a search without results into a special order', async () => {
  const { user } = await renderShop({ path: '/search?q=zzzzqqqq' })
  const nothing = await screen.findByText('No products found for “zzzzqqqq”.')
  expect(nothing).toBeVisible()
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Special order' }))
  expect(await screen.findByLabelText(/Item name/)).toHaveValue('zzzzqqqq')
})

test('asks the index nothing before the shopper searches', async () => {
  const started = vi.fn()
  vi.stubGlobal('Worker', started)
  const { user } = await renderShop({ path: '/shop' })
  await booksAreThere()
  await user.click(field())
  expect(started).not.toHaveBeenCalled()
})
