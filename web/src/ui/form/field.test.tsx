import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { phoneUrl } from '../../config/contact-urls.ts'
import { store } from '../../config/store.ts'
import { Field, FormError } from './field.tsx'
import type { FormStatus } from './use-submit.ts'

test.each([
  ['email', 'email'],
  ['tel', 'tel'],
  ['text', null],
  ['password', null],
] as const)('a field of the type %s has the keyboard %s', (type, keyboard) => {
  render(<Field label="Name" name="name" value="" onChange={() => {}} type={type} />)
  expect(screen.getByLabelText('Name').getAttribute('inputmode')).toBe(keyboard)
})

test('a field may have another keyboard than that of its type', () => {
  render(<Field label="Code" name="code" value="" onChange={() => {}} inputMode="numeric" />)
  expect(screen.getByLabelText('Code').getAttribute('inputmode')).toBe('numeric')
})

test.each([
  ['email', 'off', 'false'],
  ['text', null, null],
] as const)('a field of the type %s has capitals %s and spelling %s', (type, capitals, spelling) => {
  render(<Field label="Name" name="name" value="" onChange={() => {}} type={type} />)
  const input = screen.getByLabelText('Name')
  expect([input.getAttribute('autocapitalize'), input.getAttribute('spellcheck')]).toEqual([
    capitals,
    spelling,
  ])
})

test.each([
  ['of a read-only text', 2, { readOnly: true }],
  ['of a long text', 3, {}],
  ['that the form specifies', 5, { rows: 5 }],
])('a text area has the number of lines %s: %d', (_, rows, props) => {
  render(<Field label="Note" name="note" value="" onChange={() => {}} multiline {...props} />)
  expect(screen.getByLabelText('Note')).toHaveAttribute('rows', String(rows))
})

test.each([
  [1, '1'],
  [0, '0'],
  [undefined, null],
])('a number field with the minimum %s tells the browser %s', (min, expected) => {
  render(
    <Field
      label="Amount"
      name="amount"
      value=""
      onChange={() => {}}
      type="number"
      {...(min === undefined ? {} : { min })}
    />,
  )
  expect(screen.getByLabelText('Amount').getAttribute('min')).toBe(expected)
})

test("an error that the browser found has the browser's text, unless a required field is empty", () => {
  render(<Field label="Email" name="email" value="me" onChange={() => {}} type="email" />)
  const input = screen.getByLabelText<HTMLInputElement>('Email')
  input.setCustomValidity('Enter an "@".')
  const event = createEvent.invalid(input)
  fireEvent(input, event)
  expect(input).toHaveAccessibleDescription('Enter an "@".')
  // The browser's own message would cover the field.
  expect(event.defaultPrevented).toBe(true)
})

test('the error of a form is in a group and scrolled into view; a note about waiting is neither', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const form = (error: FormStatus | null) => (
    <FormError error={error} id="error">
      <a href="/">Log in</a>
    </FormError>
  )
  const { container, rerender } = render(form(null))
  expect(container.textContent).toBe('')
  rerender(form({ text: 'Still sending…', detail: 'No.', isWaiting: true }))
  expect(container).toHaveTextContent(`Still sending… You can also call ${store.phones[0]}.`)
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
  expect(screen.queryByRole('group')).toBeNull()
  expect(scroll).not.toHaveBeenCalled()
  rerender(form({ text: 'Not sent.', detail: `Call ${store.phones[0]}.` }))
  expect(screen.getByRole('group', { name: 'Error' })).toHaveTextContent(
    `Not sent.Call ${store.phones[0]}.Log in`,
  )
  expect(screen.getByRole('link', { name: store.phones[0] })).toHaveAttribute(
    'href',
    phoneUrl(store.phones[0]),
  )
  expect(scroll).toHaveBeenCalledTimes(1)
})

test('an error that the browser found is hidden as soon as the shopper types', () => {
  render(<Field label="Name" name="name" value="" onChange={() => {}} required />)
  const input = screen.getByLabelText('Name')
  fireEvent.invalid(input)
  expect(input).toHaveAccessibleDescription('Name is required')
  fireEvent.change(input, { target: { value: 'A' } })
  expect(input).not.toHaveAccessibleDescription()
  expect(input).toHaveAttribute('aria-invalid', 'false')
})

test('a password is hidden until the shopper shows it', () => {
  render(<Field label="Password" name="password" value="secret" onChange={() => {}} type="password" />)
  const input = screen.getByLabelText('Password')
  for (const [action, type, isShown] of [
    ['Show', 'text', 'true'],
    ['Hide', 'password', 'false'],
  ] as const) {
    const button = screen.getByRole('button', { name: action })
    fireEvent.click(button)
    expect(input).toHaveAttribute('type', type)
    expect(button).toHaveAttribute('aria-pressed', isShown)
    expect(button).toHaveAttribute('aria-controls', input.id)
  }
})

test.each([
  ['a'.repeat(20), true, 'INPUT'],
  ['a'.repeat(21), true, 'TEXTAREA'],
  ['a'.repeat(21), false, 'INPUT'],
])(
  'the value %s, read-only: %s, is in an element %s, because only a text area wraps',
  (value, readOnly, name) => {
    render(
      <Field
        label="Address"
        name="address"
        value={value}
        onChange={() => {}}
        readOnly={readOnly}
        hint="Street"
      />,
    )
    const field = screen.getByLabelText('Address')
    expect(field.tagName).toBe(name)
    expect(screen.queryByText('Street') === null).toBe(readOnly)
  },
)

test('a field has its hint, and its helper until there is an error, with advice', () => {
  const field = (error?: string) => (
    <Field
      label="Phone"
      name="phone"
      value=""
      onChange={() => {}}
      hint="A"
      helper="B"
      error={error}
      advice="D"
    />
  )
  const { rerender } = render(field())
  const input = screen.getByLabelText('Phone')
  expect(input).toHaveAccessibleDescription('A B')
  expect(input).not.toHaveAttribute('aria-invalid')
  // It exists before the error, so that the error is announced.
  expect(screen.getByText('B').parentElement).toHaveAttribute('aria-live', 'polite')
  rerender(field('C'))
  expect(input).toHaveAccessibleDescription('A C D')
  expect(input).toHaveAttribute('aria-invalid', 'true')
})
