import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lateResponse, renderShop } from '../../../test/render.tsx'
import { buildWith } from '../../../test/settings.ts'
import type { ApiDocument } from './api-page.tsx'

const operation = (tag: string, name: string, security: object[] = []) => ({
  operationId: `${tag}.${name}`,
  tags: [tag],
  summary: `Returns ${name}.`,
  security,
})

const apiDocument: ApiDocument = {
  info: { description: 'Generated.' },
  servers: [{ url: '/api/v1' }],
  tags: [{ name: 'banners' }, { name: 'orders' }],
  paths: {
    '/banners': { get: operation('banners', 'banners') },
    '/customer/order/list': { get: operation('orders', 'orders', [{ bearer: [] }]) },
    '/customer/order/place': { post: operation('orders', 'an order', [{}, { bearer: [] }]) },
  },
}

const respond = (response: () => Response | Promise<Response>) => (request: string) =>
  request === 'GET /openapi.json' ? response() : undefined

test('lists the requests by resource and links to the OpenAPI document', async () => {
  const { response, send } = lateResponse()
  await renderShop({ path: '/api', file: respond(() => response) })
  expect(await screen.findByRole('heading', { name: 'API', level: 1 })).toBeVisible()
  expect(screen.getByText('Loading...')).toBeVisible()
  send(Response.json(apiDocument))
  const orders = within(await screen.findByRole('region', { name: 'orders' }))
  expect(orders.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    "GET /customer/order/listReturns orders. Requires the customer's token.",
    "POST /customer/order/placeReturns an order. Accepts the customer's token.",
  ])
  const banners = within(screen.getByRole('region', { name: 'banners' }))
  expect(banners.getByRole('listitem')).toHaveTextContent(/^GET \/bannersReturns banners\.$/)
  expect(screen.getByText('/api/v1')).toBeVisible()
  expect(screen.getByRole('link', { name: 'OpenAPI 3.1' })).toHaveAttribute('href', '/openapi.json')
})

test('shows an error and retries if the document failed to load', async () => {
  let requests = 0
  const file = respond(() => Response.json(apiDocument, { status: requests++ === 0 ? 500 : 200 }))
  const { user } = await renderShop({ path: '/api', file })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'banners' })).toBeVisible()
})

test('shows that the API is not published, without requesting it', async () => {
  buildWith({ VITE_API_PAGE: 'off' })
  const { renderShop } = await import('../../../test/render.tsx')
  const { requests } = await renderShop({ path: '/api' })
  expect(await screen.findByText("This shop doesn't publish a description of its API.")).toBeVisible()
  expect(requests).not.toContain('GET /openapi.json')
})
