import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter, renderShop } from '../../test/render.tsx'

const FOLLOWS = Node.DOCUMENT_POSITION_FOLLOWING

/** Asserts that the feedback is between the last field and the button, where a shopper looks who has tapped it. */
function expectNextToButton(feedback: Element, name: string): void {
  const form = feedback.closest('form') as HTMLElement
  const fields = form.querySelectorAll('input, select, textarea')
  expect([...fields].at(-1)?.compareDocumentPosition(feedback)).toBe(FOLLOWS)
  expect(feedback.compareDocumentPosition(within(form).getByRole('button', { name }))).toBe(FOLLOWS)
}

test.each([
  ['/special-order', 'Submit request', {}],
  ['/verify', 'Verify OTP', {}],
  ['/change-password', 'Change Password', {}],
  ['/gift-card', 'Purchase', {}],
  ['/my-account', 'Login', { 'Email or phone': 'nobody@kitabo.example', Password: 'unknown' }],
  ['/forgot-password', 'Send code', { Email: 'nobody@kitabo.example' }],
])('%s shows errors next to its button', async (path, button, values) => {
  const { user } = await renderShop({ path })
  const main = within(screen.getByRole('main'))
  const submit = await main.findByRole('button', { name: button })
  for (const [label, text] of Object.entries(values)) await enter(user, main.getByLabelText(label), text)
  await user.click(submit)
  expectNextToButton(await main.findByRole('group', { name: 'Error' }), button)
})

test.each([
  ['/special-order', 'Submit request', 'Please fill in all required fields.'],
  ['/gift-card', 'Purchase', 'Please select or enter an amount.'],
])('%s announces its error once, and shows it in no toast', async (path, button, text) => {
  const { user } = await renderShop({ path })
  await user.click(await screen.findByRole('button', { name: button }))
  await screen.findByRole('group', { name: 'Error' })
  expect(document.getElementById('announcer')).toHaveTextContent(text)
  expect(within(await screen.findByRole('region', { name: /Messages/ })).queryByText(text)).toBeNull()
})

test('the contact form thanks next to its button', async () => {
  const { user } = await renderShop({ path: '/contact-us' })
  const main = within(screen.getByRole('main'))
  await main.findByRole('button', { name: 'Send message' })
  for (const [label, text] of Object.entries({
    Name: 'Amina',
    Email: 'amina@kitabo.example',
    Phone: '0772',
    Message: 'Hello',
  }))
    await enter(user, main.getByLabelText(label), text)
  await user.click(main.getByRole('button', { name: 'Send message' }))
  expectNextToButton(await main.findByText(/^Thank you for your message!/), 'Send message')
  const link = main.getByRole<HTMLAnchorElement>('link', { name: 'Send it on WhatsApp, too' })
  expect(new URL(link.href).searchParams.get('text')).toBe('Hello\n\nAmina, 0772, amina@kitabo.example')
  await user.click(main.getByRole('button', { name: 'Send message' }))
  expect(main.queryByText(/^Thank you for your message!/)).toBeNull()
})
