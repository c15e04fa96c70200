import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useCombobox } from './use-combobox.ts'

const chosen = vi.fn()
const escaped = vi.fn()

function Search({ options }: { options: string[] }) {
  const combobox = useCombobox()
  const { inputProps, listProps, optionProps } = combobox.bind(options, chosen, escaped)
  return (
    <>
      <input aria-label="Search" onChange={combobox.showOptions} {...inputProps} />
      <div role="listbox" aria-label="Suggestions" {...listProps}>
        {options.map((option, index) => (
          <button key={option} {...optionProps(option, index)}>
            {option}
          </button>
        ))}
      </div>
    </>
  )
}

const field = () => screen.getByRole('combobox')
const press = (key: string) => fireEvent.keyDown(field(), { key })
/** Returns the text of the active option; undefined if there is none. */
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const isOpen = () => field().getAttribute('aria-expanded') === 'true'
const type = (value: string) => fireEvent.change(field(), { target: { value } })

function open(options = ['Atlas', 'Bible']) {
  chosen.mockReset()
  escaped.mockReset()
  render(<Search options={options} />)
  type('a')
}

test('arrow keys move through the options and the text, and Enter chooses', () => {
  open()
  expect([isOpen(), active()]).toEqual([true, undefined])
  expect(screen.getByRole('listbox')).toHaveAttribute('id', field().getAttribute('aria-controls') ?? '')
  const steps = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']
  expect(steps.map((key) => [press(key), active()])).toEqual(
    ['Atlas', 'Bible', undefined, 'Bible', 'Atlas', undefined, 'Bible'].map((option) => [false, option]),
  )
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Bible')
  expect(press('Enter')).toBe(false)
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Bible')
  expect([isOpen(), active(), document.querySelector('[aria-selected=true]')]).toEqual([
    false,
    undefined,
    null,
  ])
})

test('Enter without an active option is left to the form, and a new text has no active option', () => {
  open()
  expect(press('Enter')).toBe(true)
  press('ArrowDown')
  type('at')
  expect([active(), press('Enter')]).toEqual([undefined, true])
  expect(chosen).not.toHaveBeenCalled()
})

test('the list closes on Escape, Tab, blur and a click on an option, and opens on an arrow key', () => {
  open()
  const closings: [string, () => unknown][] = [
    ['Escape', () => press('Escape')],
    ['Tab', () => press('Tab')],
    ['blur', () => fireEvent.blur(field())],
    ['click', () => fireEvent.click(screen.getByRole('option', { name: 'Atlas' }))],
  ]
  for (const [, close] of closings) {
    close()
    expect(isOpen()).toBe(false)
    expect(document.querySelector('[role=listbox]')).toHaveAttribute('hidden')
    press('ArrowUp')
    expect([isOpen(), active()]).toEqual([true, undefined])
  }
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Atlas')
  expect(fireEvent.pointerDown(screen.getByRole('option', { name: 'Bible' }))).toBe(false)
  expect(escaped).not.toHaveBeenCalled()
  press('Escape')
  press('Escape')
  expect(escaped).toHaveBeenCalledTimes(1)
})

test('a list without options is closed', () => {
  open([])
  expect(isOpen()).toBe(false)
  expect(press('ArrowDown')).toBe(true)
  press('Escape')
  expect(escaped).toHaveBeenCalledTimes(1)
})
