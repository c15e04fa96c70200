import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeToast, notify } from './notify.ts'
import { recordAction, Toaster } from './toaster.tsx'

/** Happy-dom observes no sizes. */
const sizes = vi.hoisted(() => {
  const observer = { report: () => {}, targets: new Set<Element>() }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(report: () => void) {
        observer.report = report
      }
      observe = (target: Element) => observer.targets.add(target)
      disconnect = () => observer.targets.clear()
    },
  )
  return observer
})

type Box = { left: number; right: number; top: number; bottom: number }
/** A toast at the top right. The window has 1024 × 768 pixels. */
const HIGH: Box = { left: 700, right: 1000, top: 70, bottom: 130 }
const LOW: Box = { ...HIGH, top: 600, bottom: 660 }
const NOWHERE: Box = { left: 0, right: 0, top: 0, bottom: 0 }

/** The boxes of elements by selector, as a browser with layout returns them. */
let boxes: Record<string, Box> = {}
const shown = () => document.querySelector<HTMLElement>('.Toastify__toast')
const inset = (name: string) => document.documentElement.style.getPropertyValue(`--toast-${name}`)

beforeEach(() => {
  boxes = { '.Toastify__toast': HIGH }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const selector = Object.keys(boxes).find((each) => this.matches(each))
    return (selector === undefined ? NOWHERE : boxes[selector]) as DOMRect
  })
  tap(0, 700)
})

function Page() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <button type="button" onClick={() => navigate(`${pathname}/next`)}>
      {'Next'}
    </button>
  )
}

function renderToaster(page = '') {
  const view = render(
    <MemoryRouter initialEntries={['/about-us']}>
      <Page />
      <Toaster />
    </MemoryRouter>,
  )
  view.container.insertAdjacentHTML('beforeend', page)
  return view
}

const tap = (clientX: number, clientY: number) =>
  recordAction(new PointerEvent('click', { clientX, clientY }))

/** Records a use of an element, as the listeners of the layout do. */
function use(selector: string, event = new Event('pointerdown')) {
  const element = document.querySelector(selector)
  element?.addEventListener(event.type, recordAction, { once: true })
  element?.dispatchEvent(event)
}

async function showToast(kind: 'success' | 'error' = 'success') {
  act(() => notify(kind, 'Saved.'))
  await screen.findByText('Saved.')
}

test.each<[string, Box, [x: number, y: number], move: string]>([
  ['below a tap on it', HIGH, [800, 100], '62px'],
  ['below a tap less than 32 px above it', HIGH, [800, 39], '1px'],
  ['below a tap less than 32 px below it', HIGH, [800, 161], '123px'],
  ['below a tap less than 32 px to the left', HIGH, [669, 100], '62px'],
  ['below a tap on its right end', HIGH, [999, 100], '62px'],
  ['nowhere after a tap 32 px above it', HIGH, [800, 38], ''],
  ['nowhere after a tap 32 px below it', HIGH, [800, 162], ''],
  ['nowhere after a tap 32 px to the left', HIGH, [668, 100], ''],
  ['nowhere after a tap to the right', HIGH, [1000, 100], ''],
  ['above a tap in the lower half of the screen', LOW, [800, 640], '-52px'],
])('a toast moves %s', async (_, box, [x, y], move) => {
  boxes['.Toastify__toast'] = box
  renderToaster()
  tap(x, y)
  await showToast()
  expect(shown()?.style.transform).toBe(move && `translateY(${move})`)
})

test('a toast moves away from the control that was used by Enter or Space, but by no other key', async () => {
  renderToaster('<button id="save">Save</button>')
  boxes['#save'] = { left: 720, right: 780, top: 80.6, bottom: 120 }
  use('#save', new KeyboardEvent('keydown', { key: 'Tab' }))
  await showToast()
  expect(shown()?.style.transform).toBe('')
  for (const key of ['Enter', ' ']) {
    act(closeToast)
    tap(0, 700)
    use('#save', new KeyboardEvent('keydown', { key }))
    await showToast()
    expect(shown()?.style.transform).toBe('translateY(82px)')
  }
})

test('a toast is next to the message of the form and the focused invalid field, also if they move later', async () => {
  renderToaster(`
    <form><input aria-invalid="true"><p class="notice-error">Not saved.</p><button>Save</button></form>
    <p class="notice-error" id="other">Another form.</p>`)
  boxes['form .notice-error'] = { left: 600, right: 800, top: 120, bottom: 140 }
  boxes['#other'] = HIGH
  use('form button')
  document.querySelector('input')?.focus()
  vi.useFakeTimers()
  act(() => notify('error', 'Not saved.'))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(shown()?.style.transform).toBe('translateY(74px)')
  boxes.input = { left: 600, right: 800, top: 150, bottom: 170 }
  await act(() => vi.advanceTimersByTimeAsync(50))
  expect(shown()?.style.transform).toBe('translateY(104px)')
})

const FIXED = 'style="position: fixed"'
test.each<[string, string, Record<string, Box>, height: string]>([
  ['without a bar', '', {}, '0px'],
  [
    'above a bar',
    `<p data-bottom-bar ${FIXED}>`,
    { '[data-bottom-bar]': { ...NOWHERE, top: 700, bottom: 768 } },
    '68px',
  ],
  [
    'above a bar that ends less than 64 px above the screen',
    `<p data-bottom-bar ${FIXED}>`,
    { '[data-bottom-bar]': { ...NOWHERE, top: 640.4, bottom: 705 } },
    '128px',
  ],
  [
    'below a bar that is 64 px above the end of the screen',
    `<p data-bottom-bar ${FIXED}>`,
    { '[data-bottom-bar]': { ...NOWHERE, top: 640, bottom: 704 } },
    '0px',
  ],
  [
    'over a bar that is part of the page',
    '<p data-bottom-bar style="position: static">',
    { '[data-bottom-bar]': { ...NOWHERE, top: 700, bottom: 768 } },
    '0px',
  ],
  [
    'above a bar on a bar',
    `<p class="slow-reads" ${FIXED}></p><p class="offline-bar" ${FIXED}>`,
    {
      '.slow-reads': { ...NOWHERE, top: 600, bottom: 640 },
      '.offline-bar': { ...NOWHERE, top: 668, bottom: 768 },
    },
    '168px',
  ],
])('on phones, a toast is %s', async (_, page, layout, height) => {
  renderToaster(page)
  Object.assign(boxes, layout)
  await showToast()
  expect(inset('bottom')).toBe(height)
})

test('a toast is 8 px below the header, or below the screen if the header has been scrolled away', async () => {
  vi.useFakeTimers()
  renderToaster('<header class="site-header"></header>')
  const showNext = async () => {
    act(() => notify('success', 'Saved.'))
    await act(() => vi.advanceTimersByTimeAsync(0))
  }
  boxes['.site-header'] = { ...NOWHERE, bottom: 60.4 }
  await showNext()
  expect(inset('top')).toBe('68px')
  boxes['.site-header'] = { ...NOWHERE, bottom: -40 }
  for (const waited of [99, 99, 1]) {
    expect(inset('top')).toBe('68px')
    if (waited === 99) fireEvent.scroll(window)
    await act(() => vi.advanceTimersByTimeAsync(waited))
  }
  expect(inset('top')).toBe('8px')
})

test('a toast rises when the bar below it grows', async () => {
  renderToaster(`<p data-bottom-bar ${FIXED}>`)
  boxes['[data-bottom-bar]'] = { ...NOWHERE, top: 700, bottom: 768 }
  tap(800, 300)
  await showToast()
  expect([...sizes.targets]).toEqual([...document.querySelectorAll('[data-bottom-bar]')])
  boxes['[data-bottom-bar]'] = { ...NOWHERE, top: 600, bottom: 768 }
  boxes['.Toastify__toast'] = { ...HIGH, top: 270, bottom: 310 }
  act(sizes.report)
  expect([inset('bottom'), shown()?.style.transform]).toEqual(['168px', 'translateY(62px)'])
  boxes['[data-bottom-bar]'] = NOWHERE
  boxes['.Toastify__toast'] = HIGH
  act(sizes.report)
  expect(inset('bottom')).toBe('168px')
})

test("a toast shows the product's cover, and shortens only its name", async () => {
  renderToaster()
  act(() => notify('success', 'Atlas added to cart!', { product: { name: 'Atlas', image: 'a.webp' } }))
  const name = await screen.findByText('Atlas')
  expect(name).toHaveClass('text-truncate')
  expect(name.parentElement).toHaveTextContent('Atlas added to cart!')
  expect(shown()?.querySelector('img')).toHaveAttribute('src', '/product/a.webp')
})

test('an error closes with its form, and a success stays', async () => {
  renderToaster('<form><button>Save</button></form>')
  for (const [kind, isOpen] of [
    ['success', true],
    ['error', false],
  ] as const) {
    use('form button')
    await showToast(kind)
    fireEvent.click(document.body)
    expect(shown()).not.toBeNull()
    const form = document.querySelector('form') as HTMLFormElement
    form.remove()
    fireEvent.click(document.body)
    await vi.waitFor(() => expect(shown() !== null).toBe(isOpen))
    document.body.append(form)
  }
})

test('another page closes a toast, unless the shopper has done nothing since it appeared', async () => {
  renderToaster('<header class="site-header"></header>')
  await showToast()
  boxes['.site-header'] = { ...NOWHERE, bottom: 30 }
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(inset('top')).toBe('38px')
  expect(shown()).not.toBeNull()
  tap(0, 700)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await vi.waitFor(() => expect(shown()).toBeNull())
})
