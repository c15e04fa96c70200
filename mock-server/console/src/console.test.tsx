import { act, screen, waitFor, within } from '@testing-library/react'
import { orderPayload } from 'contracts/cases/order-payload'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../../test/test-app.ts'
import { renderConsole } from '../test/render-console.tsx'

const forgot = { body: { email_or_phone: 'demo@kitabo.example', type: 'email' } } as const

test('shows the state of the emulator in the overview, and the current view in the menu', async () => {
  await renderConsole('#/')
  expect(await screen.findByText(/The emulator is up/)).toBeVisible()
  expect(screen.getByText('demo@kitabo.example')).toBeVisible()
  expect(screen.getByText('kitabo-demo')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', '/__emulator/readme')
  expect(screen.queryByRole('link', { name: 'The shop' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
})

test('copies a one-time code, and confirms before clearing the outbox', async () => {
  const emulator = await createTestApp()
  await emulator.client()('POST /auth/forgot-password', forgot)
  const { code } = (await emulator.control('GET /outbox')).messages[0] ?? {}
  const { user } = await renderConsole('#/outbox', { emulator })
  await user.click(await screen.findByRole('button', { name: `${code} Copy` }))
  expect(await navigator.clipboard.readText()).toBe(code)
  expect(await screen.findByText(`Code ${code} is copied.`)).toBeVisible()
  const confirm = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
  vi.stubGlobal('confirm', confirm)
  await user.click(screen.getByRole('button', { name: 'Clear the outbox' }))
  expect(confirm).toHaveBeenCalledWith('Delete all messages?')
  expect((await emulator.control('GET /outbox')).messages).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Clear the outbox' }))
  expect(await screen.findByText('Nothing sent yet.')).toBeVisible()
})

test('highlights a request that violates the contract, and adds a fault for its endpoint', async () => {
  const emulator = await createTestApp()
  await emulator.fetch('http://localhost/api/v1/products/latest?limit=2&colour=red')
  const { user } = await renderConsole('#/journal', { emulator })
  await user.click(
    await screen.findByRole('button', {
      name: /GET \/products\/latest\?limit=2&colour=\(string\) 1 violation 200 /,
    }),
  )
  expect(screen.getByText('query.colour is not in the contract')).toBeVisible()
  expect(await screen.findByText(/"total_size": 569/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy as cURL' }))
  expect(await navigator.clipboard.readText()).toMatch(/^curl -X GET '.*\/api\/v1\/products\/latest\?limit=2/)
  await user.click(screen.getByRole('link', { name: 'Make this fail: GET /products/latest' }))
  expect(await screen.findByLabelText('Path')).toHaveValue('/products/latest')
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(await screen.findByRole('button', { name: 'Remove fault 1' })).toBeVisible()
  expect((await emulator.control('GET /faults')).faults).toMatchObject([
    { method: 'GET', path: '/products/latest', effect: { status: 500 } },
  ])
})

test('filters, exports and pauses the journal, and marks an order without an address', async () => {
  const emulator = await createTestApp()
  await emulator.fetch('http://localhost/api/v1/config')
  const call = emulator.client(emulator.tokenOf())
  await call('POST /customer/order/place', { body: orderPayload(1, { delivery_address_id: 9999 }) })
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:har')
  const { user } = await renderConsole('#/journal', { emulator })
  expect(await screen.findByRole('button', { name: /order\/place without address 200 / })).toBeVisible()
  await user.type(screen.getByLabelText('Path contains'), 'config')
  await waitFor(() => expect(screen.queryByRole('button', { name: /order\/place/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Export these requests as a HAR file' }))
  expect(await screen.findByText(/^kitabo-journal.har is downloaded/)).toBeVisible()
  const [[blob]] = createUrl.mock.calls as unknown as [[Blob]]
  const { log } = JSON.parse(await blob.text())
  const urls = log.entries.map(({ request }: { request: { url: string } }) => request.url)
  expect(urls).toEqual([expect.stringMatching(/\/api\/v1\/config$/)])
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByRole('button', { name: /order\/place/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Pause/ }))
  expect(screen.getByText('Paused: new requests are not shown.')).toBeVisible()
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
  const line = await screen.findByRole('button', { name: /GET \/config/ }, { timeout: 3000 })
  if (line.ariaExpanded === 'false') await user.click(line)
  expect(await screen.findByText(/"ecommerce_name"/)).toBeVisible()
})

test("folds the journal's filter on phones", async () => {
  vi.stubGlobal('innerWidth', 360)
  const { user } = await renderConsole('#/journal')
  expect(await screen.findByLabelText('Path contains')).not.toBeVisible()
  await user.click(screen.getByText('Filter'))
  expect(screen.getByLabelText('Path contains')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Requests'), 'with contract violations')
  expect(await screen.findByText('No matching requests.')).toBeVisible()
})

test('a preset breaks the selected endpoint, and removing the fault repairs it', async () => {
  const { user, emulator } = await renderConsole('#/faults')
  expect(await screen.findByText('No faults.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Requests'), 'GET /banners')
  await user.click(screen.getByRole('button', { name: 'Empty lists' }))
  const remove = await screen.findByRole('button', { name: 'Remove fault 1' })
  expect(await emulator.client()('GET /banners')).toEqual([])
  expect((await emulator.client()('GET /categories')).length).toBeGreaterThan(0)
  await user.click(remove)
  expect(await screen.findByText('No faults.')).toBeVisible()
  expect((await emulator.client()('GET /banners')).length).toBeGreaterThan(0)
})

test('shows at its field that a fault would never happen', async () => {
  const { user } = await renderConsole('#/faults?path=/baners')
  await user.click(await screen.findByRole('button', { name: 'Add the fault' }))
  const path = screen.getByLabelText('Path')
  await vi.waitFor(() => expect(path).toHaveFocus())
  expect(path).toHaveAccessibleDescription(/^✕ The fault would never happen: /)
  expect(path).toHaveValue('/baners')
})

test('shows no error at a field if there are too many faults', async () => {
  const emulator = await createTestApp()
  for (let count = 0; count < 100; count++)
    await emulator.control('POST /faults', { body: { effect: { reset: true } } })
  const { user } = await renderConsole('#/faults?path=/banners', { emulator })
  await user.click(await screen.findByRole('button', { name: 'Add the fault' }))
  expect(await screen.findByText('There are too many faults; remove some.')).toBeVisible()
  expect(screen.getByLabelText('Path')).not.toHaveAttribute('aria-invalid')
})

test('shows what the control API would refuse in a fault at its fields, and moves the focus there', async () => {
  const { user, emulator } = await renderConsole('#/faults?path=products')
  const field = (label: string) => screen.getByLabelText(label)
  await user.click(await screen.findByRole('button', { name: 'Add the fault' }))
  expect(field('Path')).toHaveFocus()
  expect(field('Path')).toHaveAccessibleDescription('✕ path must begin with / or *.')
  // The first problem is shown, although the path is also too long.
  await user.click(field('Path'))
  await user.paste('x'.repeat(200))
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(field('Path')).toHaveAccessibleDescription('✕ path must begin with / or *.')
  await user.clear(field('Path'))
  await user.type(field('Path'), '/products')
  await user.type(field('From request number'), '0')
  await user.type(field('Probability (0 to 1)'), '2')
  await user.type(field('Body'), '{{')
  await user.clear(field('Status'))
  await user.type(field('Status'), '199')
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(field('Status')).toHaveFocus()
  for (const [label, message] of [
    ['Status', '✕ Must be at least 200.'],
    ['Body', /✕ Enter JSON/],
    ['From request number', '✕ Must be at least 1.'],
    ['Probability (0 to 1)', '✕ Must be at most 1.'],
  ] as const)
    expect(field(label)).toHaveAccessibleDescription(message)
  await user.selectOptions(field('Effect'), 'Changes or removes a field')
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(field('JSON path')).toHaveAccessibleDescription(
    '✕ change must be a JSON path, such as $.products[].price.',
  )
  expect((await emulator.control('GET /faults')).faults).toEqual([])
})

test('explains numbers of a wrong kind and values that are too long', async () => {
  const { user } = await renderConsole('#/faults')
  await screen.findByRole('button', { name: 'Add the fault' })
  const field = (label: string) => screen.getByLabelText(label)
  await user.type(field('From request number'), '1.5')
  await user.type(field('Probability (0 to 1)'), 'often')
  await user.selectOptions(field('Effect'), 'Changes or removes a field')
  await user.type(field('JSON path'), '$.total_size')
  await user.click(field('New value'))
  await user.paste(JSON.stringify('x'.repeat(2000)))
  await user.click(screen.getByRole('button', { name: 'Add the fault' }))
  expect(field('From request number')).toHaveAccessibleDescription('✕ Must be a whole number.')
  expect(field('Probability (0 to 1)')).toHaveAccessibleDescription('✕ Must be a number.')
  expect(field('New value')).toHaveAccessibleDescription('✕ is too long')
})

test('advances the clock by a button or a typed duration, and refuses an invalid one', async () => {
  const { user, emulator } = await renderConsole('#/clock')
  expect(await screen.findByText('12:00:00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '+ 15 minutes' }))
  expect(await screen.findByText('12:15:00')).toBeVisible()
  await user.type(screen.getByLabelText('Any duration'), 'soon{Enter}')
  expect(await screen.findByText('✕ advance must be like 15m, 1h30m, 90s, or milliseconds.')).toBeVisible()
  await user.clear(screen.getByLabelText('Any duration'))
  await user.type(screen.getByLabelText('Any duration'), '1h30m{Enter}')
  expect(await screen.findByText('13:45:00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  await waitFor(async () => expect((await emulator.control('GET /clock')).frozen).toBe(false))
})

test('returns a frozen clock to the present, which runs', async () => {
  const { user, emulator } = await renderConsole('#/clock')
  await user.click(await screen.findByRole('button', { name: 'Back to the present' }))
  expect(await screen.findByText('The clock shows the present time and runs.')).toBeVisible()
  const { now, frozen } = await emulator.control('GET /clock')
  expect(frozen).toBe(false)
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000)
})

test('counts the contents of a world in the overview', async () => {
  const emulator = await createTestApp()
  await emulator.client()('POST /auth/forgot-password', forgot)
  await renderConsole('#/overview', { emulator })
  for (const name of ['569 products', '1 message', '0 faults'])
    expect(await screen.findByRole('link', { name })).toBeVisible()
})

test('resets the world', async () => {
  const { user, emulator } = await renderConsole('#/overview')
  await emulator.control('POST /stock', { body: { id: 1, stock: 0 } })
  vi.stubGlobal('confirm', () => true)
  await user.click(await screen.findByRole('button', { name: 'Reset default to the seed' }))
  expect(await screen.findByText('World "default" is reset.')).toBeVisible()
  const { products } = await emulator.control('GET /stock')
  expect(products[0]?.stock).toBeGreaterThan(0)
})

test('shows an order with its lines, customer, destination and payment, and moves it', async () => {
  const emulator = await createTestApp()
  const body = orderPayload(40, { order_note: 'Call at the gate', transaction_reference: '900000001' })
  const call = emulator.client(emulator.tokenOf())
  const { order_id } = await call('POST /customer/order/place', { body })
  const { ecommerce_address: shop } = await call('GET /config')
  const { user } = await renderConsole('#/orders', { emulator })
  await user.click(
    await screen.findByRole('button', { name: new RegExp(`^Order ${order_id} .*Amina Nakato`) }),
  )
  const [order] = (await emulator.control('GET /orders')).orders
  expect(screen.getByRole('cell', { name: new RegExp(order?.lines[0]?.name ?? '') })).toBeVisible()
  for (const text of [/^Amina Nakato, .*demo@/, shop, 'Call at the gate', /reference 900000001$/])
    expect(screen.getByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: `Set to: Processing, order ${order_id}` }))
  await waitFor(async () =>
    expect((await emulator.control('GET /orders')).orders[0]?.order_status).toBe('processing'),
  )
})

test('shows an order without a payment method', async () => {
  const emulator = await createTestApp({ profile: '7.1' })
  const { payment_method: _, ...body } = orderPayload(40)
  const { order_id } = await emulator.client(emulator.tokenOf())('POST /customer/order/place', {
    body: body as ReturnType<typeof orderPayload>,
  })
  const { user } = await renderConsole('#/orders', { emulator })
  await user.click(await screen.findByRole('button', { name: new RegExp(`^Order ${order_id} `) }))
  expect(screen.getByText('no method, no reference')).toBeVisible()
})

test('finds a book and marks it as sold out', async () => {
  const { user, emulator } = await renderConsole('#/stock')
  await user.type(await screen.findByRole('searchbox', { name: 'Name contains' }), 'phonics')
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Sell out/ })).toHaveLength(1))
  await user.clear(screen.getByRole('textbox', { name: /^Stock of/ }))
  await user.type(screen.getByRole('textbox', { name: /^Stock of/ }), '-1')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(screen.getByRole('textbox', { name: /^Stock of/ })).toHaveAccessibleDescription(
    '✕ Must be at least 0.',
  )
  await user.click(screen.getByRole('button', { name: /^Sell out/ }))
  expect(await screen.findByText('sold out')).toBeVisible()
  const { products } = await emulator.control('GET /stock', { query: { name: 'phonics' } })
  expect(products[0]?.stock).toBe(0)
})

test('reports an unreachable emulator once, reconnects, and stores the token for the tab', async () => {
  let response: 'down' | 401 | undefined = 'down'
  const { user, headers } = await renderConsole('#/outbox', { refuse: () => response })
  expect(await screen.findByText('The emulator does not respond.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  response = 401
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  await user.type(await screen.findByLabelText('Token'), 'abc')
  expect(screen.queryByText('The emulator does not respond.')).toBeNull()
  response = undefined
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('Nothing sent yet.')).toBeVisible()
  expect(headers.at(-1)?.get('authorization')).toBe('Bearer abc')
  expect(sessionStorage.getItem('emulator_token')).toBe('abc')
})

test('shows the error message for a refused request, with a retry button', async () => {
  await renderConsole('#/clock', { refuse: () => 503 })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The clock did not load. No.')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeEnabled()
})

test('keeps an error message while the request is repeated', async () => {
  const { user } = await renderConsole('#/clock', { refuse: () => 503 })
  const retry = within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' })
  const pending = vi.fn(() => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', pending)
  await user.click(retry)
  await waitFor(() => expect(pending).toHaveBeenCalled())
  await act(() => new Promise((nextTask) => setTimeout(nextTask)))
  expect(screen.getByRole('alert')).toHaveTextContent('The clock did not load. No.')
})

test('resends at most as many callbacks as the emulator accepts', async () => {
  const emulator = await createTestApp()
  const { addToOutbox: sendMessage } = await import('../../src/world/outbox.ts')
  const message = { channel: 'webhook', recipient: 'the emulator itself', subject: 's', code: null } as const
  const body = JSON.stringify({ event: 'charge.completed', data: { tx_ref: 'one', status: 'successful' } })
  const ids = Array.from({ length: 101 }, () => sendMessage(emulator.world, { ...message, body }))
  const { user } = await renderConsole('#/outbox', { emulator })
  await user.click(await screen.findByRole('button', { name: 'Resend callbacks, newest first' }))
  expect(await screen.findByText('Sent again, newest first.')).toBeVisible()
  const { messages } = await emulator.control('GET /outbox')
  const resent = messages.filter(({ deliveries }) => deliveries.length > 0).map(({ id }) => id)
  expect(resent).toEqual(ids.slice(1).reverse())
})

test('redelivers payment callbacks, and shows markup in a message as text', async () => {
  const emulator = await createTestApp()
  const { addToOutbox: sendMessage } = await import('../../src/world/outbox.ts')
  const message = { channel: 'webhook', recipient: 'the emulator itself', code: null } as const
  const body = JSON.stringify({ event: 'charge.completed', data: { tx_ref: 'one', status: 'successful' } })
  for (const subject of ['charge.completed one', '<img src=x onerror=alert(1)>'])
    sendMessage(emulator.world, { ...message, subject, body })
  const { user, container } = await renderConsole('#/outbox', { emulator })
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(container.querySelector('img')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Resend callbacks, newest first' }))
  await waitFor(async () => {
    const { messages } = await emulator.control('GET /outbox')
    expect(messages.map(({ deliveries }) => deliveries.length)).toEqual([1, 1])
  })
})

test('marks the settings with which the shop does not work normally', async () => {
  const { user } = await renderConsole('#/store')
  const badgeOf = (label: string) =>
    within(screen.getByText(label).parentElement as HTMLElement).getByText(/^(on|off)$/)
  await screen.findByText('Maintenance')
  for (const label of ['Maintenance', 'Pickup', 'Online payment'])
    expect(badgeOf(label)).toHaveClass('bg-success-subtle')
  await user.click(screen.getByRole('button', { name: 'Turn on Maintenance' }))
  await user.click(screen.getByRole('button', { name: 'Turn off Pickup' }))
  for (const label of ['Maintenance', 'Pickup'])
    await waitFor(() => expect(badgeOf(label)).toHaveClass('bg-danger-subtle'))
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

test('turns an extension of the provider off, and all of them on again', async () => {
  const emulator = await createTestApp()
  const { user } = await renderConsole('#/store', { emulator })
  await user.click(await screen.findByRole('button', { name: 'Turn off sections' }))
  expect(await screen.findByRole('button', { name: 'Turn on sections' })).toBeVisible()
  expect(await emulator.control('GET /extensions')).toMatchObject({ sections: false, newsletter: true })
  await user.click(screen.getByRole('button', { name: 'Turn on all extensions' }))
  expect(await screen.findByRole('button', { name: 'Turn off sections' })).toBeVisible()
  expect(await screen.findByText('The extensions are changed.')).toBeVisible()
})
