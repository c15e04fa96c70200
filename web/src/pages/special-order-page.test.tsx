import { act, screen, waitFor, within } from '@testing-library/react'
import { selectOne } from 'mock-server/world/queries'
import { expect, test } from 'vitest'
import { registerOtherCustomer } from '../../test/checkout.tsx'
import { expectOnConsole } from '../../test/console.ts'
import { enter, handleResponses, lateResponse, leaveFor, renderShop } from '../../test/render.tsx'
import { setToken } from '../api/session.ts'
import { store } from '../config/store.ts'

const SENT = 'Your special order request has been submitted successfully!'

type Shop = Awaited<ReturnType<typeof renderShop>>

const inPage = () => within(screen.getByRole('main'))
const submit = ({ user }: Shop) => user.click(screen.getByRole('button', { name: 'Submit request' }))

async function fill({ user }: Shop) {
  await enter(user, await screen.findByLabelText('Item name'), 'Song of Lawino')
  await enter(user, screen.getByLabelText('Details'), 'First edition')
  const contact = { 'Full name': 'Amina', Phone: '0772123456', 'Contact info': 'amina@kitabo.example' }
  for (const [label, text] of Object.entries(contact)) {
    await user.clear(screen.getByLabelText(label))
    await enter(user, screen.getByLabelText(label), text)
  }
}

test('fills in the details of the customer, and does not fill in a field again that the customer empties', async () => {
  const { user } = await renderShop({ path: '/special-order', token: true })
  await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue('Amina Nakato'))
  expect(screen.getByLabelText('Contact info')).toHaveValue('demo@kitabo.example')
  expect(screen.getByLabelText('Phone')).not.toHaveValue('')
  expect(screen.queryByText(/needs an account/)).toBeNull()
  await user.clear(screen.getByLabelText('Full name'))
  await enter(user, screen.getByLabelText('Item name'), 'Atlas')
  expect(screen.getByLabelText('Full name')).toHaveValue('')
})

test('tells guests above the contact fields, which come first, that they need an account', async () => {
  await renderShop({ path: '/special-order' })
  const name = await screen.findByLabelText('Full name')
  const notice = screen.getByText(/A special order needs an account/)
  expect(notice.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(notice).getByRole('link', { name: 'Log in or register' })).toHaveAttribute(
    'href',
    '/my-account',
  )
  const fields = inPage().getAllByLabelText(/./, { selector: 'input, textarea, select' })
  expect(fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Full name',
    'Phone',
    'Preferred contact method',
    'Contact info',
    'Item name',
    'Details',
    'Quantity',
    'Customizations (optional)',
  ])
})

test('fills in the product and quantity of a pre-order, which can be edited, sends them and clears the form', async () => {
  const state = { item_name: 'Rare Atlas', quantity: 3 }
  const shop = await renderShop({ path: '/special-order', state, token: true })
  const name = await screen.findByLabelText('Item name')
  expect(name).toHaveValue('Rare Atlas')
  expect(screen.getByLabelText('Quantity')).toHaveValue(3)
  await shop.user.clear(name)
  await enter(shop.user, name, 'Old Atlas')
  shop.unmount()
  const again = await renderShop({ path: '/special-order', state, token: true })
  expect(await screen.findByLabelText('Item name')).toHaveValue('Old Atlas')
  await enter(again.user, screen.getByLabelText('Details'), 'Any')
  await submit(again)
  expect(await inPage().findByText(SENT)).toBeVisible()
  expect(screen.getByLabelText('Item name')).toHaveValue('')
  const row = selectOne<{ request: string }>(
    again.emulator.world,
    'SELECT request FROM special_orders ORDER BY id DESC',
  )
  expect(JSON.parse(row?.request ?? '{}')).toMatchObject({ item_name: 'Old Atlas', quantity: 3, status: 1 })
})

test('asks for a WhatsApp number in place of the e-mail address, and stores the method', async () => {
  const shop = await renderShop({ path: '/special-order', token: true })
  await fill(shop)
  const contact = screen.getByLabelText('Contact info')
  expect(contact).toHaveAccessibleDescription('Your email address.')
  await shop.user.selectOptions(screen.getByLabelText('Preferred contact method'), 'WhatsApp')
  expect(contact).toHaveAccessibleDescription('Your WhatsApp number.')
  expect(contact).toHaveAttribute('inputmode', 'tel')
  expect(contact).toHaveAttribute('autocomplete', 'tel')
  await submit(shop)
  await waitFor(() => expect(contact).toHaveAccessibleDescription(/Enter your WhatsApp number\./))
  expect(inPage().getByText('Please fill in all required fields.')).toBeVisible()
  await shop.user.clear(contact)
  await enter(shop.user, contact, '0772 123456')
  await shop.user.clear(screen.getByLabelText('Quantity'))
  await enter(shop.user, screen.getByLabelText('Quantity'), '10001')
  await submit(shop)
  expect(await inPage().findByText('Please check the marked fields.')).toBeVisible()
  await shop.user.clear(screen.getByLabelText('Quantity'))
  await enter(shop.user, screen.getByLabelText('Quantity'), '1')
  await submit(shop)
  expect(await inPage().findByText(/^You asked for 1 × Song of Lawino\..* to 0772 123456\.$/)).toBeVisible()
  const row = selectOne<{ request: string }>(
    shop.emulator.world,
    'SELECT request FROM special_orders ORDER BY id DESC',
  )
  expect(JSON.parse(row?.request ?? '{}')).toMatchObject({
    preferred_contact_method: 'WhatsApp',
    email: null,
    customizations: 'WhatsApp: 0772 123456',
  })
})

test('says after sending what was requested, where the price is sent, and what is still in the cart', async () => {
  const state = { item_name: 'Rare Atlas', quantity: 4, preOrder: { added: 2, missing: 2 } }
  const shop = await renderShop({ path: '/special-order', state, token: true })
  await enter(shop.user, await screen.findByLabelText('Details'), 'Any')
  expect(inPage().getByText(/together that's 6\./)).toBeVisible()
  await shop.user.clear(screen.getByLabelText('Quantity'))
  expect(inPage().queryByText(/together that's/)).toBeNull()
  await shop.user.click(inPage().getByRole('button', { name: 'Request only 2 more' }))
  expect(inPage().getByText(/^The 2 in stock are in your cart\./)).toHaveFocus()
  await shop.user.clear(screen.getByLabelText('Quantity'))
  await enter(shop.user, screen.getByLabelText('Quantity'), '4')
  await submit(shop)
  const success = within((await inPage().findByText(SENT)).parentElement as HTMLElement)
  expect(
    success.getByText("You asked for 4 × Rare Atlas. We'll send a price and a date to demo@kitabo.example."),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Submit request' })).not.toHaveClass('btn-primary')
  expect(screen.queryByText('Enter your full name.')).toBeNull()
  // The pre-order is complete.
  expect(inPage().queryByText(/^Tell us how to reach you and we'll order/)).toBeNull()
  expect(success.getByText(/^The 2 in stock are in your cart\./)).toBeVisible()
  await shop.user.click(success.getByRole('button', { name: 'Order them' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
  await shop.user.keyboard('{Escape}')
  await enter(shop.user, screen.getByLabelText('Item name'), 'Another atlas')
  await submit(shop)
  await waitFor(() => expect(inPage().queryByText(SENT)).toBeNull())
})

test('hides a request that was sent from another customer who logs in', async () => {
  const shop = await renderShop({ path: '/special-order', token: true })
  await fill(shop)
  await submit(shop)
  expect(await inPage().findByText(/^You asked for 1 × Song of Lawino\./)).toBeVisible()
  const other = await registerOtherCustomer(shop)
  act(() => setToken(other))
  expect(inPage().queryByText(SENT)).toBeNull()
  expect(inPage().queryByText(/^You asked for/)).toBeNull()
})

test('does not confirm to a customer the request of another one, whose response comes after the log-in', async () => {
  const late = lateResponse()
  const shop = await renderShop({
    path: '/special-order',
    token: true,
    file: (request) => (request === 'POST /special-order/store' ? late.response : undefined),
  })
  await fill(shop)
  await submit(shop)
  const other = await registerOtherCustomer(shop)
  act(() => setToken(other))
  const data = {
    id: 1,
    customer_name: 'Amina',
    phone_number: '0772123456',
    preferred_contact_method: 'Email',
    email: 'amina@kitabo.example',
    item_name: 'Song of Lawino',
    order_details: 'First edition',
    quantity: 1,
    customizations: null,
    status: 1,
    created_at: null,
    updated_at: null,
  }
  await act(async () => late.send(Response.json({ success: true, message: 'Stored.', data })))
  await handleResponses(shop)
  expect(screen.getByRole('button', { name: 'Submit request' })).toBeVisible()
  // Not announced either.
  expect(screen.queryByText(SENT)).toBeNull()
})

test('keeps what is typed while a request is sent', async () => {
  const faults = [{ path: '/special-order/store', effect: { latency: 500 } }]
  const shop = await renderShop({ path: '/special-order', token: true, faults })
  await fill(shop)
  await submit(shop)
  expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
  const name = screen.getByLabelText('Item name')
  await shop.user.clear(name)
  await enter(shop.user, name, 'Song of Ocol')
  expect(await inPage().findByText(/^You asked for 1 × Song of Lawino\./)).toBeVisible()
  expect(name).toHaveValue('Song of Ocol')
  expect(screen.getByLabelText('Details')).toHaveValue('')
})

test('keeps what is typed after a return to the page, while a request is sent', async () => {
  const faults = [{ path: '/special-order/store', effect: { latency: 500 } }]
  const shop = await renderShop({ path: '/special-order', token: true, faults })
  await fill(shop)
  await submit(shop)
  leaveFor('/contact-us')
  await screen.findByRole('heading', { name: 'Contact Us' })
  leaveFor('/special-order')
  await enter(shop.user, await screen.findByLabelText('Customizations (optional)'), 'Hard cover')
  await waitFor(() => expect(screen.getByLabelText('Item name')).toHaveValue(''))
  expect(screen.getByLabelText('Customizations (optional)')).toHaveValue('Hard cover')
})

test('fills in the item of each search that leads to the page, also while it is open', async () => {
  const { user } = await renderShop({ path: '/special-order', token: true })
  await screen.findByLabelText('Item name')
  for (const query of ['zzqqxx', 'wwvvyy']) {
    const box = screen.getAllByRole('combobox')[0] as HTMLElement
    await user.clear(box)
    await enter(user, box, query)
    await user.click(await screen.findByRole('link', { name: 'Ask us to find it' }))
    await waitFor(() => expect(screen.getByLabelText('Item name')).toHaveValue(query))
  }
})

test('does not keep the details of another item', async () => {
  const state = { item_name: 'Rare Atlas', quantity: 3, order_details: 'UGX 90,000 on the product page.' }
  const { user } = await renderShop({ path: '/special-order', token: true, state })
  expect(await screen.findByLabelText('Details')).toHaveValue(state.order_details)
  await enter(user, screen.getAllByRole('combobox')[0] as HTMLElement, 'zzqqxx')
  await user.click(await screen.findByRole('link', { name: 'Ask us to find it' }))
  await waitFor(() => expect(screen.getByLabelText('Item name')).toHaveValue('zzqqxx'))
  expect(screen.getByLabelText('Details')).toHaveValue('')
})

test('does not send an incomplete request and focuses the first empty field', async () => {
  const shop = await renderShop({ path: '/special-order' })
  await screen.findByLabelText('Item name')
  await submit(shop)
  expect(await inPage().findByText('Please fill in all required fields.')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveFocus())
  expect(shop.requests).not.toContain('POST /special-order/store')
  const error = within(inPage().getByRole('group', { name: 'Error' }))
  expect(error.queryByRole('link')).toBeNull()
})

test('keeps the typed text and links to the log-in if the shopper is logged out', async () => {
  const shop = await renderShop({ path: '/special-order' })
  await fill(shop)
  await submit(shop)
  const error = await inPage().findByRole('group', { name: 'Error' })
  expect(within(error).getByText('Unauthenticated.')).toBeVisible()
  expect(within(error).getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/my-account')
  expect(screen.getByLabelText('Item name')).toHaveValue('Song of Lawino')
  expect(sessionStorage.getItem('specialOrderDraft')).toContain('Song of Lawino')
})

test.each([
  ['a server error', { status: 500, body: {} }, 'Something went wrong. Please try again.'],
  ['a lost connection', { reset: true }, 'Error submitting the order. Please try again.'],
  ['a refusal', { status: 200, body: { success: false, message: 'No more today.' } }, 'No more today.'],
] as const)('shows why after %s, and keeps the typed text', async (_, effect, text) => {
  expectOnConsole(/does not match its contract/)
  const faults = [{ path: '/special-order/store', effect }]
  const shop = await renderShop({ path: '/special-order', token: true, faults })
  await fill(shop)
  await submit(shop)
  expect(await inPage().findByText(text)).toBeVisible()
  expect(screen.getByLabelText('Item name')).toHaveValue('Song of Lawino')
})

test('says after a failure of the host that the text is kept, and how to reach the shop', async () => {
  const faults = [{ path: '/special-order/store', effect: { status: 500 } }]
  const shop = await renderShop({ path: '/special-order', token: true, faults })
  await fill(shop)
  await submit(shop)
  const kept = await inPage().findByText(/^We've kept what you typed. Try again, or call/)
  expect(within(kept).getByRole('link', { name: store.phones[0] })).toBeVisible()
})

test.each([
  ['a connection that is lost', { reset: true }],
  ['a response that is unreadable', { html: true }],
] as const)('says after %s that the request may have arrived', async (_, effect) => {
  const faults = [{ path: '/special-order/store', effect }]
  const shop = await renderShop({ path: '/special-order', token: true, faults })
  await fill(shop)
  await submit(shop)
  expect(await inPage().findByText('Error submitting the order. Please try again.')).toBeVisible()
  expect(
    inPage().getByText(/^Your request may have arrived\. Before you send it again, ask us/),
  ).toBeVisible()
})
