import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { notify } from '../ui/feedback/notify.ts'
import { AfterFirstInput } from './after-first-input.tsx'

const element = (id: string) => document.getElementById(id) as HTMLElement

/** Shows a page, and loads the code with an event on one of its elements. */
function show(page: string, target: string, type: 'pointerdown' | 'keydown') {
  document.body.innerHTML = page
  const event = new (type === 'keydown' ? KeyboardEvent : PointerEvent)(type, { bubbles: true })
  if (type === 'keydown') element(target).focus()
  element(target).dispatchEvent(event)
  render(<AfterFirstInput event={event} />, { wrapper: MemoryRouter })
}

const LIST = `<main><button id="used">Remove</button><button id="next">Remove</button></main>`

test('the focus moves to the next control if the first tapped one, which Safari did not focus, is removed', async () => {
  show(LIST, 'used', 'pointerdown')
  element('used').remove()
  await waitFor(() => expect(element('next')).toHaveFocus())
})

test('the focus moves to the next control if the one that was used by the first key is removed', async () => {
  show(LIST, 'used', 'keydown')
  element('used').remove()
  await waitFor(() => expect(element('next')).toHaveFocus())
})

test('an error closes with the form that was used by the first tap, by a later tap or by a key', async () => {
  const forms = ['first', 'second', 'third'].map((id) => `<form><button id="${id}">Save</button></form>`)
  show(forms.join(''), 'first', 'pointerdown')
  const uses = [
    () => {},
    () => fireEvent.pointerDown(element('second')),
    () => fireEvent.keyDown(element('third')),
  ]
  for (const [index, use] of uses.entries()) {
    use()
    act(() => notify('error', `Not saved ${index}.`))
    expect(await screen.findByText(`Not saved ${index}.`)).toBeInTheDocument()
    fireEvent.click(document.body)
    expect(screen.getByText(`Not saved ${index}.`), 'of a form that is still there').toBeInTheDocument()
    document.querySelector('form')?.remove()
    fireEvent.click(document.body)
    await vi.waitFor(() => expect(screen.queryByText(`Not saved ${index}.`)).toBeNull())
  }
})
