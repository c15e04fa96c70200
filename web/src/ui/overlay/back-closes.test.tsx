import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { BrowserRouter, Link, useLocation } from 'react-router-dom'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useBackCloses, useHistoryEntry } from './back-closes.ts'

/** An overlay with buttons that open and close it. */
function Overlay({ name, when }: { name: string; when?: 'phone' }) {
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false), when)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {name}
      </button>
      {isOpen ? <p>{name} is open</p> : null}
    </>
  )
}

function Shop() {
  useHistoryEntry()
  return (
    <>
      <h1>{useLocation().pathname}</h1>
      <Link to="/shop">Books</Link>
      <Overlay name="Cart" />
      <Overlay name="Menu" />
      <Overlay name="Filters" when="phone" />
    </>
  )
}

/** Opens a page to which the shopper has come from /home. */
function openShop(): void {
  history.replaceState({ idx: 0, key: 'home' }, '', '/home')
  history.pushState({ idx: 1, key: 'start' }, '', '/about-us')
  render(<Shop />, { wrapper: BrowserRouter })
}

const click = (name: string) => fireEvent.click(screen.getByText(name))
const isOpen = (name: string) => screen.queryByText(`${name} is open`) !== null
const page = () => screen.getByRole('heading').textContent

/** Goes through the history, and waits for the events of the entries that are skipped. */
async function go(direction: 'back' | 'forward'): Promise<void> {
  await act(async () => {
    history[direction]()
    for (let task = 0; task < 5; task++) await new Promise((done) => setTimeout(done))
  })
}

beforeEach(openShop)

test('Back closes the open overlay, and leaves the page once none is open', async () => {
  click('Cart')
  await go('back')
  expect([page(), isOpen('Cart')]).toEqual(['/about-us', false])
  await go('back')
  expect(page()).toBe('/home')
})

test('Forward does not open a closed overlay again', async () => {
  click('Cart')
  await go('back')
  await go('forward')
  expect([page(), isOpen('Cart')]).toEqual(['/about-us', false])
  await go('back')
  expect(page()).toBe('/home')
})

test('Back leaves the page after an overlay was closed by its button', async () => {
  click('Cart')
  click('Cart')
  await go('back')
  expect(page()).toBe('/home')
})

test('an overlay that is opened again closes on Back', async () => {
  for (let time = 0; time < 3; time++) {
    click('Cart')
    click('Cart')
  }
  click('Cart')
  await go('back')
  expect([page(), isOpen('Cart')]).toEqual(['/about-us', false])
  await go('back')
  expect(page()).toBe('/home')
})

test('Back returns to the page on which a link in an overlay was followed, and then leaves it', async () => {
  click('Cart')
  click('Books')
  click('Cart')
  expect(page()).toBe('/shop')
  await go('back')
  expect(page()).toBe('/about-us')
  await go('back')
  expect(page()).toBe('/home')
})

test('Back closes the upper one of two open overlays', async () => {
  click('Cart')
  click('Menu')
  await go('back')
  expect([isOpen('Cart'), isOpen('Menu')]).toEqual([true, false])
})

test('Back closes an overlay after an earlier Back found no page to return to', async () => {
  click('Cart')
  click('Cart')
  const back = history.back.bind(history)
  // The second call is that of the shop, which skips the entry of the closed overlay.
  vi.spyOn(history, 'back')
    .mockImplementationOnce(back)
    .mockImplementationOnce(() => {})
  await go('back')
  expect(page()).toBe('/about-us')
  click('Menu')
  await go('back')
  expect([page(), isOpen('Menu')]).toEqual(['/about-us', false])
})

test.each([
  ['closes an overlay on phones', true, '/about-us'],
  ['leaves the page on wide screens', false, '/home'],
])('if an overlay covers the page on phones only, Back %s', async (_, isPhone, path) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isPhone } as MediaQueryList)
  click('Filters')
  await go('back')
  expect([page(), isOpen('Filters')]).toEqual([path, !isPhone])
})

test('an overlay opens although the browser refuses another history entry', () => {
  const push = vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('More than 100 changes in 30 seconds.', 'SecurityError')
  })
  onTestFinished(() => push.mockRestore())
  click('Cart')
  expect(isOpen('Cart')).toBe(true)
})
