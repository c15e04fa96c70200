import { act, screen, waitFor } from '@testing-library/react'
import { orderPayload } from 'contracts/cases/order-payload'
import { expect, test, vi } from 'vitest'
import { countRows } from '../../../src/world/queries.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { renderConsole } from '../../test/render-console.tsx'

test('highlights a request that violates the contract, and adds a fault for its endpoint', async () => {
  const emulator = await createTestApp()
  await emulator.fetch('http://localhost/api/v1/products/latest?limit=2&colour=red')
  const { user } = await renderConsole('#/journal', { emulator })
  await user.click(
    await screen.findByRole('button', {
      name: /GET \/products\/latest\?limit=2&colour=\(string\) 1 violation 200 /,
    }),
  )
  expect(screen.getByRole('list', { name: 'requests' })).toBeVisible()
  expect(screen.getByText('query.colour is not in the contract')).toBeVisible()
  const total = countRows(emulator.world, 'products')
  expect(await screen.findByText(new RegExp(`"total_size": ${total},`))).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy as cURL' }))
  expect(await navigator.clipboard.readText()).toMatch(/^curl -X GET '.*\/api\/v1\/products\/latest\?limit=2/)
  await user.click(screen.getByRole('link', { name: 'Add a fault for GET /products/latest' }))
  expect(await screen.findByLabelText('Path')).toHaveValue('/products/latest')
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(await screen.findByRole('button', { name: 'Remove fault 1' })).toBeVisible()
  expect((await emulator.control('GET /faults')).faults).toMatchObject([
    { method: 'GET', path: '/products/latest', effect: { status: 500 } },
  ])
})

test('exports the requests that match the filter, and marks an order without an address', async () => {
  const emulator = await createTestApp()
  await emulator.fetch('http://localhost/api/v1/config')
  const call = emulator.client(emulator.tokenOf())
  await call('POST /customer/order/place', { body: orderPayload(1, { delivery_address_id: 9999 }) })
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:har')
  const { user } = await renderConsole('#/journal', { emulator })
  expect(await screen.findByRole('button', { name: /order\/place without address 200 / })).toBeVisible()
  await user.type(screen.getByLabelText('Path contains'), 'config')
  await waitFor(() => expect(screen.queryByRole('button', { name: /order\/place/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Export all matching requests as a HAR file' }))
  expect(await screen.findByText(/^kitabo-journal.har is downloaded/)).toBeVisible()
  const [[blob]] = createUrl.mock.calls as unknown as [[Blob]]
  const { log } = JSON.parse(await blob.text())
  const urls = log.entries.map(({ request }: { request: { url: string } }) => request.url)
  expect(urls).toEqual([expect.stringMatching(/\/api\/v1\/config$/)])
  await user.click(screen.getByRole('button', { name: 'Clear the filter' }))
  expect(await screen.findByRole('button', { name: /order\/place/ })).toBeVisible()
  await user.type(screen.getByLabelText('Path contains'), 'none')
  expect(await screen.findByText('No matching requests.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export all matching requests as a HAR file' })).toBeDisabled()
})

test('shows the endpoint, customer, faults and bodies of a request', async () => {
  const emulator = await createTestApp()
  await emulator.control('POST /faults', { body: { path: '/customer/*', effect: { latency: 1 } } })
  const body = JSON.stringify({ email: 'a@b.cd' })
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  await emulator.fetch('http://localhost/api/v1/nowhere', { method: 'POST', headers, body })
  await emulator.client(emulator.tokenOf())('GET /customer/info')
  const { user } = await renderConsole('#/journal', { emulator })
  const detailOf = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling

  const known = await screen.findByRole('button', { name: /\/customer\/info fault 1 200 / })
  expect(known.closest('li')).toHaveClass('edge-danger')
  await user.click(known)
  expect(detailOf('Endpoint')).toHaveTextContent('GET /customer/info')
  expect(detailOf('Customer')).toHaveTextContent(/^customer \d+$/)
  expect(screen.queryByRole('heading', { name: 'Request body' })).toBeNull()
  await user.click(known)

  await user.click(screen.getByRole('button', { name: /\/nowhere .*404 / }))
  expect(detailOf('Endpoint')).toHaveTextContent('none in the contract')
  expect(detailOf('Customer')).toHaveTextContent('not logged in')
  expect(screen.getByRole('heading', { name: 'Request body' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add a fault for POST /nowhere' })).toBeVisible()
})

test('shows the response of a new request whose id an earlier request of a removed world had', async () => {
  const emulator = await createTestApp()
  const request = (path: string) => emulator.inWorld('trial').fetch(`http://localhost/api/v1${path}`)
  await request('/banners')
  const { user } = await renderConsole('#/journal', { emulator })
  await screen.findByRole('option', { name: 'World: trial' })
  await user.selectOptions(screen.getByLabelText('World'), 'trial')
  expect(screen.getByLabelText('World')).toHaveValue('trial')
  await user.click(await screen.findByRole('button', { name: /GET \/banners/ }))
  expect(await screen.findByText(/"banner_type"/)).toBeVisible()

  await emulator.control('DELETE /worlds', { body: { name: 'trial' } })
  await request('/config')
  await user.click(await screen.findByRole('button', { name: /GET \/config/ }, { timeout: 3000 }))
  expect(await screen.findByText(/"ecommerce_name"/)).toBeVisible()
})

test('shows new requests automatically, except while it is paused', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { emulator } = await renderConsole('#/journal')
  await screen.findByText('No requests yet.')
  const request = async (path: string) => {
    await emulator.fetch(`http://localhost/api/v1/${path}`)
    await act(() => vi.advanceTimersByTimeAsync(2000))
  }
  await request('banners')
  expect(await screen.findByRole('button', { name: /GET \/banners/ })).toBeVisible()
  act(() => screen.getByRole('button', { name: /Pause/ }).click())
  expect(screen.getByText('Paused: new requests are not shown.')).toBeVisible()
  await request('config')
  expect(screen.queryByRole('button', { name: /GET \/config/ })).toBeNull()
  act(() => screen.getByRole('button', { name: /Resume/ }).click())
  expect(await screen.findByRole('button', { name: /GET \/config/ })).toBeVisible()
})

test('filters and clears the journal while it is paused', async () => {
  const emulator = await createTestApp()
  const request = (path: string) => emulator.fetch(`http://localhost/api/v1/${path}`)
  await request('banners')
  await request('config')
  const { user } = await renderConsole('#/journal', { emulator })
  await user.click(await screen.findByRole('button', { name: /Pause/ }))
  await user.selectOptions(await screen.findByLabelText('Status'), '5xx')
  expect(await screen.findByText('No matching requests.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear the filter' }))
  await user.click(await screen.findByRole('button', { name: /GET \/config/ }))
  await request('categories')
  await user.click(await screen.findByRole('button', { name: 'Copy as cURL' }))
  await screen.findByText('The command is copied.')
  expect(screen.queryByRole('button', { name: /GET \/categories/ })).toBeNull()
  vi.stubGlobal('confirm', () => true)
  await user.click(screen.getByRole('button', { name: 'Clear the journal' }))
  expect(await screen.findByText('No requests yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: /Pause/ })).toBeVisible()
})

test("folds the journal's filter on phones", async () => {
  vi.stubGlobal('innerWidth', 360)
  const { user } = await renderConsole('#/journal')
  expect(await screen.findByLabelText('Path contains')).not.toBeVisible()
  await user.click(screen.getByText('Filter'))
  expect(screen.getByLabelText('Path contains')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Contract violations'), 'with violations')
  expect(await screen.findByText('No matching requests.')).toBeVisible()
})

test('colours a status in the journal by its class', async () => {
  const emulator = await createTestApp()
  await emulator.control('POST /faults', { body: { path: '/banners', effect: { status: 500 } } })
  for (const path of ['banners', 'customer/info', 'config'])
    await emulator.fetch(`http://localhost/api/v1/${path}`, { headers: { Accept: 'application/json' } })
  await renderConsole('#/journal', { emulator })
  for (const [status, colour] of [
    ['500', 'text-danger'],
    ['401', 'text-warning-emphasis'],
    ['200', 'text-success'],
  ] as const)
    expect(await screen.findByText(status, { selector: 'strong' })).toHaveClass(colour)
})
