import { afterEach, expect, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let stop = () => {}
afterEach(() => stop())

/** Shows a page, focuses a control and starts to keep the focus. */
function show(html: string, focused: string) {
  document.body.innerHTML = html
  const control = byId(focused)
  control.focus()
  stop = keepFocus(control)
  return control
}

const byId = (id: string) => document.getElementById(id) as HTMLElement
/** Resolves when the observer has been told of the changes. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

const LIST = `<main><h1 tabindex="-1">List</h1>
  <ul><li id="one"><button id="a">A</button></li><li id="two"><button id="b">B</button></li></ul></main>
  <footer><a id="foot" href="/">Home</a></footer>`

test.each([
  ['the next control', 'one', 'a', 'b'],
  ['the previous control, after the last one', 'two', 'b', 'a'],
])('moves the focus to %s when its row is removed', async (_, row, focused, expected) => {
  show(LIST, focused)
  byId(row).remove()
  await settled()
  expect(document.activeElement).toBe(byId(expected))
})

test('moves the focus into what replaces the control', async () => {
  const control = show(LIST, 'a')
  control.closest('ul')?.insertAdjacentHTML('beforebegin', '<p><button id="new">Edit</button></p>')
  control.closest('ul')?.remove()
  await settled()
  expect(document.activeElement).toBe(byId('new'))
})

test('moves the focus to the heading, and not to the end of the page, when an overlay is removed', async () => {
  show(`${LIST}<div role="dialog" id="cart"><button id="proceed">Proceed</button></div>`, 'proceed')
  byId('cart').remove()
  await settled()
  expect(document.activeElement).toBe(document.querySelector('h1'))
})

test('moves the focus to the heading, and not to the end of the footer, when a toast is removed', async () => {
  const toast = '<section class="Toastify"><div id="toast"><button id="close">Close</button></div></section>'
  show(`<div>${LIST}${toast}</div>`, 'close')
  byId('toast').remove()
  await settled()
  expect(document.activeElement).toBe(document.querySelector('h1'))
})

test.each([
  ['the heading of its dialog', '<div role="dialog"><h1 id="to" tabindex="-1">Cart</h1>', ''],
  ['its dialog', '<div role="dialog" id="to" tabindex="-1">', ''],
  ['the main part, of a page without a heading', '<p>', '<main id="to" tabindex="-1"></main>'],
  [
    'nothing that only scripts can focus',
    '<div role="dialog" id="to" tabindex="-1"><a href="/" tabindex="-1">',
    '',
  ],
])('moves the focus from the only control to %s', async (_, start, after) => {
  show(
    `${LIST.replace(/<main>.*<\/main>/s, '')}${start}<i id="row"><button id="only">Remove</button></i>`,
    'only',
  )
  document.body.insertAdjacentHTML('beforeend', after)
  byId('row').remove()
  await settled()
  expect(document.activeElement).toBe(byId('to'))
})

test.each<[string, (control: HTMLElement) => void]>([
  [
    'by its class',
    (control) => {
      control.className = 'hidden'
    },
  ],
  [
    'by its attribute',
    (control) => {
      control.hidden = true
    },
  ],
])(
  'moves the focus to the next control when its own one is hidden %s, but not while it is visible',
  async (_, hide) => {
    const control = show(LIST, 'a')
    let isVisible = true
    control.checkVisibility = () => isVisible
    control.className = 'changed'
    await settled()
    expect(document.activeElement).toBe(control)
    isVisible = false
    hide(control)
    await settled()
    expect(document.activeElement).toBe(byId('b'))
  },
)

test('does not scroll back to a control above the one that was removed', async () => {
  show(LIST, 'b')
  const focus = vi.spyOn(byId('a'), 'focus')
  byId('two').remove()
  await settled()
  expect(focus).toHaveBeenCalledWith({ preventScroll: true })
})

const buttons = (...ids: string[]) => ids.map((id) => `<button id="${id}">Edit</button>`).join('')

test.each([
  ['the one after it', buttons('before', 'own', 'to', 'last')],
  ['the one before it, if it is the last of its list', `<p>${buttons('to', 'own')}</p>${buttons('after')}`],
])(
  'moves the focus from a disabled control to %s, also if the browser drops the focus first',
  async (_, html) => {
    for (const drop of [
      () => {},
      (control: HTMLElement) => control.dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
    ]) {
      const control = show(`<main>${html}</main>`, 'own') as HTMLButtonElement
      drop(control)
      control.disabled = true
      await settled()
      expect(document.activeElement).toBe(byId('to'))
      stop()
    }
  },
)

test('moves the focus from the only row of a list to the control after the list, or back to the one before', async () => {
  const list = `${buttons('before')}<ul><li id="row">${buttons('own')}</li></ul>`
  for (const [html, expected, preventScroll] of [
    [`${list}${buttons('after')}`, 'after', false],
    [list, 'before', true],
  ] as const) {
    show(`<main>${html}</main>`, 'own')
    const focus = vi.spyOn(byId(expected), 'focus')
    byId('row').remove()
    await settled()
    expect(document.activeElement).toBe(byId(expected))
    expect(focus).toHaveBeenCalledWith({ preventScroll })
    stop()
  }
})

test('moves the focus to the heading, and not to a toast, if there is no other control', async () => {
  const toast = `<section class="Toastify">${buttons('close')}</section>`
  show(`<div><main><h1 tabindex="-1">List</h1></main><p id="row">${buttons('own')}</p>${toast}</div>`, 'own')
  byId('row').remove()
  await settled()
  expect(document.activeElement).toBe(document.querySelector('h1'))
})

test('keeps the focus of the control to which the shopper has moved it last', async () => {
  show(LIST, 'a')
  byId('b').focus()
  await settled()
  byId('two').remove()
  await settled()
  expect(document.activeElement).toBe(byId('a'))
})

test("doesn't move a focus that the page has moved, or that the shopper has left", async () => {
  const control = show(LIST, 'a')
  byId('foot').focus()
  control.remove()
  await settled()
  expect(document.activeElement).toBe(byId('foot'))
  byId('foot').blur()
  await settled()
  byId('foot').remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
})

test('moves the focus into the page if the control was removed before it started', async () => {
  document.body.innerHTML = LIST
  const control = byId('a')
  control.focus()
  byId('one').remove()
  stop = keepFocus(control)
  expect(document.activeElement).toBe(byId('b'))
})
