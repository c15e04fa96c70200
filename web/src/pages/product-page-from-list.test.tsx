import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { goOffline } from '../../test/go-offline.ts'
import { lateResponse, renderShop } from '../../test/render.tsx'

const ID = 338
const NAME = 'Kitabo School Dictionary: English with Ugandan Examples'

test('shows the product of a list without descriptions until its own request is answered', async () => {
  expectOnConsole(/does not match its contract/)
  const { response, send } = lateResponse()
  const products = [{ id: ID, name: NAME, price: 34_000, image: ['a.webp'] }]
  const { user } = await renderShop({
    path: '/shop',
    file: (request) =>
      request.startsWith('GET /products/latest')
        ? Promise.resolve(Response.json({ total_size: 1, limit: 18, offset: 0, products }))
        : request.startsWith('GET /products/details/')
          ? response
          : undefined,
  })
  const card = (await screen.findAllByRole('article'))[0] as HTMLElement
  await user.click(within(card).getByRole('link'))
  expect(await screen.findByRole('heading', { name: NAME, level: 1 })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
  const description = '<p>For the whole of primary school</p>'
  send(Response.json({ product: { ...products[0], description, image: ['a.webp', 'b.webp'] } }))

  expect(await screen.findByText('For the whole of primary school')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Image 2 of 2' })).toBeVisible()
})

test('shows what a list has said about the product while its own request runs, or if it fails', async () => {
  let isDown = false
  const { response } = lateResponse()
  const { user, requests } = await renderShop({
    path: '/shop',
    file: (request) => (request.startsWith('GET /products/details/') && !isDown ? response : undefined),
    refuse: (request) => (request.startsWith('GET /products/details/') && isDown ? 'down' : undefined),
  })
  const open = async (position: number) => {
    const card = (await screen.findAllByRole('article'))[position] as HTMLElement
    const link = within(card).getByRole('link')
    await user.click(link)
    return link.textContent
  }
  const name = await open(0)
  expect(await screen.findByRole('heading', { name: name ?? '', level: 1 })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  isDown = true
  act(() => window.history.back())
  const other = await open(1)
  expect(await screen.findByRole('heading', { name: other ?? '', level: 1 })).toBeVisible()
  const failure = await screen.findByText("We couldn't check the price and stock.")
  const goOnline = goOffline()
  expect(failure).toHaveTextContent("We'll check the price and stock as soon as you're back online.")
  await goOnline()
  expect(failure).toHaveTextContent("We couldn't check the price and stock.")
  isDown = false
  const before = requests.length
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(requests.slice(before)).toContainEqual(expect.stringMatching(/^GET \/products\/details/))
})
