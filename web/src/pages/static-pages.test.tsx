import { act, screen, waitFor, within } from '@testing-library/react'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { registerOtherCustomer } from '../../test/checkout.tsx'
import { enter, renderShop } from '../../test/render.tsx'
import { setToken } from '../api/session.ts'
import { RETURN_DAYS, store } from '../config/store.ts'
import { storeTexts } from '../config/store-texts.ts'

const inPage = () => within(screen.getByRole('main'))

test('requires every field of the contact form', async () => {
  await renderShop({ path: '/contact-us' })
  await inPage().findByLabelText('Name')
  for (const label of ['Name', 'Email', 'Phone', 'Message']) {
    expect(inPage().getByLabelText(label)).toBeRequired()
  }
})

test('links to phone, WhatsApp and e-mail on the contact page', async () => {
  await renderShop({ path: '/contact-us' })
  const contacts = within(await inPage().findByRole('complementary', { name: 'Contact us now' }))
  for (const phone of nonEmpty(store.phones)) {
    expect(contacts.getByRole('link', { name: phone })).toHaveAttribute(
      'href',
      `tel:${phone.replaceAll(' ', '')}`,
    )
  }
  expect(contacts.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
  expect(contacts.getByRole('link', { name: store.email })).toHaveAttribute('href', `mailto:${store.email}`)
})

test('shows the about page', async () => {
  const { requests } = await renderShop({ path: '/about-us' })
  expect(await screen.findByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  expect(inPage().getByText(storeTexts.about)).toBeVisible()
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
})

test('names the seller on the about page, without facts that are empty', async () => {
  await renderShop({ path: '/about-us' })
  const { seller } = storeTexts
  const facts = {
    Name: seller.name,
    'Legal status': seller.status,
    Registration: seller.registration,
    Directors: seller.directors,
    Address: store.address,
    'Tax number': seller.taxNumber,
  }
  await screen.findByRole('heading', { name: 'Who you buy from' })
  for (const [name, fact] of Object.entries(facts)) {
    const label = screen.queryByText(`${name}:`)
    if (fact === '') expect(label).toBeNull()
    else expect(label?.parentElement).toHaveTextContent(`${name}: ${fact}`)
  }
  const main = inPage()
  expect(main.getByRole('link', { name: store.email })).toHaveAttribute('href', `mailto:${store.email}`)
  expect(main.getByText('Telephone:').parentElement).toHaveTextContent(
    `Telephone: ${store.phones.join(', ')}`,
  )
})

test('says in the terms that users should be 18 or older', async () => {
  await renderShop({ path: '/terms-conditions' })
  expect(await screen.findByText(/Users should be 18 or older/)).toBeVisible()
})

test('shows the conditions in the refund policy', async () => {
  await renderShop({ path: '/refund-policy' })
  await screen.findByRole('heading', { level: 1 })
  for (const fact of [
    new RegExp(`within ${RETURN_DAYS} days of delivery\\.$`),
    /unused and in its original packaging/,
    /proof of purchase/,
    /7 to 10 business days/,
    /Shipping is non-refundable/,
    /Discounts are deducted/,
  ])
    expect(screen.getAllByText(fact)[0]).toBeVisible()
})

test('sells gift cards of preset and other amounts, explains errors, and adds cards and codes to the balance', async () => {
  const { user, requests } = await renderShop({ path: '/gift-card' })
  const choices = await screen.findAllByRole('radio')
  expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
    'UGX 100,000',
    'UGX 200,000',
    'UGX 300,000',
    'UGX 500,000',
    'UGX 1,000,000',
    'Other',
    'Email',
    'WhatsApp',
  ])
  const before = requests.length
  await user.click(screen.getByRole('button', { name: 'Purchase' }))
  expect(await inPage().findByText('Please select or enter an amount.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Other' }))
  await enter(user, screen.getByLabelText('Your amount in UGX'), '0')
  await user.click(screen.getByRole('button', { name: 'Purchase' }))
  expect(await inPage().findByText('Amount must be greater than zero.')).toBeVisible()
  await enter(user, screen.getByLabelText('Gift card code'), 'GUESS')
  await user.click(screen.getByRole('button', { name: 'Redeem' }))
  expect(await inPage().findByText('Invalid gift card code.')).toBeVisible()
  await user.clear(screen.getByLabelText('Gift card code'))
  await user.click(screen.getByRole('radio', { name: 'UGX 100,000' }))
  expect(inPage().queryByText('Amount must be greater than zero.')).toBeNull()
  const checked = () =>
    screen.getAllByRole('radio', { checked: true }).map((radio) => radio.closest('label')?.textContent)
  expect(checked()).toEqual(['UGX 100,000', 'Email'])
  await user.click(screen.getByRole('radio', { name: 'WhatsApp' }))
  await user.click(screen.getByRole('button', { name: 'Purchase' }))
  const sent = 'Preview: a gift card of UGX 100,000 would now be sent by WhatsApp.'
  expect(await within(screen.getByRole('region', { name: /^Messages/ })).findByText(sent)).toBeVisible()
  expect(checked()).toEqual(['WhatsApp'])
  await enter(user, screen.getByLabelText('Gift card code'), ` ${storeTexts.giftCode} `)
  await user.click(screen.getByRole('button', { name: 'Redeem' }))
  expect(screen.getByLabelText('Gift card code')).toHaveValue('')
  expect(inPage().getByText('UGX 100,050')).toBeVisible()
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(
    rows
      .slice(1)
      .map(({ firstChild, lastChild }) => [firstChild, lastChild].map((cell) => cell?.textContent)),
  ).toEqual([
    ['Redeem', 'UGX 50'],
    ['Purchase', 'UGX 100,000'],
  ])
  expect(requests).toHaveLength(before)
})

test('knows the name, e-mail and phone of a customer who writes a message', async () => {
  const { user } = await renderShop({ path: '/contact-us', token: true })
  const name = await screen.findByLabelText('Name')
  await waitFor(() => expect(name).toHaveValue('Amina Nakato'))
  expect(screen.getByLabelText('Email')).toHaveValue('demo@kitabo.example')
  expect(screen.getByLabelText('Phone')).not.toHaveValue('')
  await user.clear(name)
  expect(name).toHaveValue('')
})

test('hides what a customer has sent and typed in the contact form from another one who logs in', async () => {
  const shop = await renderShop({ path: '/contact-us', token: true })
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Amina Nakato'))
  await enter(shop.user, screen.getByLabelText('Message'), 'Where is my order?')
  await shop.user.click(screen.getByRole('button', { name: 'Send message' }))
  expect(inPage().getByRole('link', { name: 'Send it on WhatsApp, too' })).toBeVisible()
  const other = await registerOtherCustomer(shop)
  act(() => setToken(other))
  expect(inPage().queryByRole('link', { name: 'Send it on WhatsApp, too' })).toBeNull()
  await enter(shop.user, screen.getByLabelText('Message'), 'My address has changed.')
  act(() => setToken(shop.emulator.tokenOf()))
  expect(screen.getByLabelText('Message')).toHaveValue('')
})

test('starts the balance of gift cards again for another customer who logs in', async () => {
  const shop = await renderShop({ path: '/gift-card', token: true })
  await enter(shop.user, await screen.findByLabelText('Gift card code'), storeTexts.giftCode)
  await shop.user.click(screen.getByRole('button', { name: 'Redeem' }))
  expect(screen.getByRole('table')).toBeVisible()
  const other = await registerOtherCustomer(shop)
  act(() => setToken(other))
  expect(screen.queryByRole('table')).toBeNull()
})
