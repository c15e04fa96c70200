import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import type { ApiDocument } from '../features/api-docs/document.ts'

const operation = (tag: string, name: string, more = {}): ApiDocument['paths'][string][string] => ({
  operationId: `${tag}.${name}`,
  tags: [tag],
  summary: `About ${name}.`,
  security: [],
  responses: {
    200: { description: 'Make the list', content: { 'application/json': { schema: { type: 'string' } } } },
  },
  'x-evidence': { kind: 'assumed', why: 'a test' },
  'x-cases': [{ title: 'answers', as: 'anonymous', status: 200 }],
  ...more,
})

const made: ApiDocument = {
  openapi: '3.1.0',
  info: { title: 'API', description: 'Generated.' },
  servers: [{ url: '/api/v1' }],
  tags: [{ name: 'banners' }, { name: 'orders' }],
  paths: {
    '/banners': { get: operation('banners', 'list') },
    '/customer/order/list': { get: operation('orders', 'list', { security: [{ bearer: [] }] }) },
  },
  components: { schemas: {} },
}

const only = (response: () => Response) => (call: string) =>
  call === 'GET /openapi.json' ? response() : undefined

test('lists the requests by resource, filters them and links to the OpenAPI document', async () => {
  const { user } = await renderShop({ path: '/api', file: only(() => Response.json(made)) })
  const orders = await screen.findByRole('region', { name: 'orders' })
  expect(within(orders).getByText('/customer/order/list')).toBeInTheDocument()
  expect(within(orders).getByText(/Authorization: Bearer/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'OpenAPI 3.1' })).toHaveAttribute('download', 'openapi.json')
  await user.type(screen.getByRole('searchbox', { name: 'Find a request' }), 'banners')
  expect(screen.getByText('1 call')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'orders' })).not.toBeInTheDocument()
})

test('shows an error and retries if the document failed to load', async () => {
  let times = 0
  const { user } = await renderShop({
    path: '/api',
    file: only(() => (times++ === 0 ? new Response('', { status: 500 }) : Response.json(made))),
  })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 calls')).toBeInTheDocument()
})

test('shows a message if no request matches and can reset the filter', async () => {
  const { user } = await renderShop({ path: '/api?q=zzzz', file: only(() => Response.json(made)) })
  expect(await screen.findByText('No matching requests.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'All requests' }))
  expect(await screen.findByText('2 calls')).toBeInTheDocument()
})

test('shows a message while the document loads', async () => {
  let respond: (response: Response) => void = () => {}
  const late = new Promise<Response>((resolve) => {
    respond = resolve
  })
  await renderShop({ path: '/api', file: only(() => late as unknown as Response) })
  expect(await screen.findByRole('heading', { name: 'API', level: 1 })).toBeInTheDocument()
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  respond(Response.json(made))
  expect(await screen.findByText('2 calls')).toBeInTheDocument()
})
