import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ProductChoices } from './product-choices.tsx'

test('each option is chosen separately, or marked as undecided', () => {
  const onChange = vi.fn()
  const options = [
    { title: 'Size', options: ['S', 'M'] },
    { title: 'Edition', options: ['First', 'Second'] },
  ]
  render(<ProductChoices options={options} choices={{ 0: 'M', 1: '' }} onChange={onChange} />)
  const size = within(screen.getByRole('group', { name: 'Choose a size' }))
  const edition = within(screen.getByRole('group', { name: 'Choose an edition' }))
  expect(size.getByRole('radio', { name: 'M' })).toBeChecked()
  expect(edition.getByRole('radio', { name: 'Not sure, call me' })).toBeChecked()
  fireEvent.click(edition.getByRole('radio', { name: 'Second' }))
  expect(onChange).toHaveBeenLastCalledWith({ 0: 'M', 1: 'Second' })
})
