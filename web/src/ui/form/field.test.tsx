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
