import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyOverlay } from './lazy-overlay.tsx'
import { DialogModal } from './overlay.tsx'

/** Shows the parts of a page, and a dialog that its button opens. */
function Page({ children, dialog }: { children?: ReactNode; dialog?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <h1 tabIndex={-1}>Shop</h1>
      <section>
        {children}
        <p>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        </p>
      </section>
      <DialogModal title="Note" open={isOpen} onClose={() => setOpen(false)}>
        {dialog}
      </DialogModal>
    </main>
  )
}

const openDialog = () => {
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  return opener
}
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close Note' }))

test('a closed dialog returns the focus to its button', () => {
  render(<Page />)
  const opener = openDialog()
  close()
  expect(opener).toHaveFocus()
})

test('a dialog that is removed while it is open returns the focus to its button', () => {
  const onClose = () => {}
  const page = (dialog: ReactNode) => (
    <main>
      <button type="button">Open</button>
      {dialog}
    </main>
  )
  const { rerender } = render(page(null))
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  rerender(page(<DialogModal title="Note" open onClose={onClose} />))
  expect(opener).not.toHaveFocus()
  rerender(page(null))
  expect(opener).toHaveFocus()
})

test.each<[string, ReactNode, string]>([
  ['the first control near it', [<input key="a" aria-label="A" />, <input key="b" aria-label="B" />], 'A'],
  [
    'the chosen option near it',
    [
      <input key="a" type="radio" aria-label="A" />,
      <input key="b" type="radio" aria-label="B" defaultChecked />,
    ],
    'B',
  ],
  [
    'a control near it that can have the focus',
    [
      <input key="a" aria-label="A" disabled />,
      <input key="b" aria-label="B" tabIndex={-1} />,
      <input key="c" aria-label="C" />,
    ],
    'C',
  ],
])('if the button of a dialog is gone, the focus moves to %s', (_, controls, name) => {
  render(<Page>{controls}</Page>)
  openDialog().parentElement?.remove()
  close()
  expect(screen.getByLabelText(name)).toHaveFocus()
})

test('without a control near the button of a dialog, the focus moves to the heading', () => {
  render(<Page />)
  openDialog().closest('section')?.remove()
  // The close button is in the body, and the page has no other.
  close()
  expect(screen.getByRole('heading', { name: 'Shop' })).toHaveFocus()
})

test('a closed dialog leaves the focus where the shopper has moved it', () => {
  render(
    <Page>
      <input aria-label="A" />
    </Page>,
  )
  openDialog()
  screen.getByLabelText('A').focus()
  close()
  expect(screen.getByLabelText('A')).toHaveFocus()
})

test('Tab stays in the open dialog, and moves freely after it is closed', () => {
  // Happy-dom has no layout.
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (this.id === 'hidden' ? [] : [{}]) as unknown as DOMRectList
  })
  render(
    <Page
      dialog={
        <>
          <input aria-label="Middle" />
          <input aria-label="Last" />
          <input id="hidden" aria-label="Hidden" />
          <input aria-label="Disabled" disabled />
        </>
      }
    />,
  )
  openDialog()
  const first = screen.getByRole('button', { name: 'Close Note' })
  const middle = screen.getByLabelText('Middle')
  const last = screen.getByLabelText('Last')
  /** @returns the element with the focus, and whether the browser moves it */
  const press = (from: HTMLElement, options: object) => {
    from.focus()
    const isFree = fireEvent.keyDown(from, { key: 'Tab', ...options })
    return [document.activeElement, isFree]
  }
  expect(press(last, {})).toEqual([first, false])
  expect(press(first, { shiftKey: true })).toEqual([last, false])
  expect(press(middle, {})).toEqual([middle, true])
  expect(press(first, {})).toEqual([first, true])
  expect(press(last, { shiftKey: true })).toEqual([last, true])
  expect(press(last, { key: 'Enter' })).toEqual([last, true])
  close()
  expect(press(last, {})[1]).toBe(true)
})

/** Shows an overlay whose code is loaded by `load`. */
function renderLazy(load: () => Promise<never>) {
  const Overlay = lazyOverlay<{ open: boolean; onClose: () => void }>(load, () => 'Cart')
  const onClose = vi.fn()
  const view = render(<Overlay open={false} onClose={onClose} />)
  return { onClose, show: (open: boolean) => view.rerender(<Overlay open={open} onClose={onClose} />) }
}

test('an overlay is loaded when it is opened, shows that after 300 ms, and can be closed meanwhile', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => new Promise<never>(() => {}))
  const { show, onClose } = renderLazy(load)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(load).not.toHaveBeenCalled()
  show(true)
  await vi.advanceTimersByTimeAsync(299)
  expect(load).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.waitFor(() => expect(screen.getByRole('dialog', { name: 'Cart' })).toHaveTextContent('Loading...'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  const cancel = new Event('cancel', { cancelable: true })
  fireEvent(screen.getByRole('dialog'), cancel)
  expect([onClose.mock.calls.length, cancel.defaultPrevented]).toEqual([2, true])
  show(false)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['a modal dialog', true],
  ['a box, in browsers without dialogs', false],
])(
  'an overlay that did not load is shown as %s with its title, and can be loaded again',
  async (_, hasDialogs) => {
    vi.useFakeTimers()
    const showModal = vi.fn()
    Object.defineProperty(HTMLDialogElement.prototype, 'showModal', {
      configurable: true,
      value: hasDialogs ? showModal : undefined,
    })
    const load = vi.fn(() => Promise.reject<never>(new Error('404')))
    const { show } = renderLazy(load)
    show(true)
    await vi.waitFor(() => expect(screen.getByText("This didn't load.")).toBeInTheDocument())
    const dialog = document.querySelector('dialog')
    expect([dialog?.getAttribute('aria-label'), dialog?.hasAttribute('open')]).toEqual(['Cart', !hasDialogs])
    expect(showModal.mock.calls.length > 0).toBe(hasDialogs)
    const loads = load.mock.calls.length
    fireEvent.click(screen.getByText('Try again'))
    await vi.waitFor(() => expect(load.mock.calls.length).toBeGreaterThan(loads))
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
  },
)
