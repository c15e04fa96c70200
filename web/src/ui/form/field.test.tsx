import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'

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
  rerender(field('C'))
  expect(input).toHaveAccessibleDescription('A C D')
  expect(input).toHaveAttribute('aria-invalid', 'true')
})
