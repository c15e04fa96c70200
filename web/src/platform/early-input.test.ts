import { afterEach, expect, test, vi } from 'vitest'
import { followInput } from './early-input.ts'
import { storeTypedText } from './fields.ts'

/** Renders radio buttons of a group, of which the last one is checked by default. */
function renderRadios(): HTMLInputElement[] {
  document.body.innerHTML = ['M', 'L', 'S']
    .map((value) => `<input type="radio" name="size" value="${value}" ${value === 'S' ? 'checked' : ''}>`)
    .join('')
  return [...document.querySelectorAll('input')]
}

const checkedValue = () => document.querySelector<HTMLInputElement>('input:checked')?.value

test('restores the radio button that was chosen last, even if it was chosen before', () => {
  const [m, l, s] = renderRadios()
  const input = followInput()
  for (const radio of [m, l, m]) radio?.click()
  // React renders its state again, which fires no event.
  if (s) s.checked = true
  input.restoreText()
  expect(checkedValue()).toBe('M')
})

test('restores a radio button that was chosen before the recording, in front of the default one', () => {
  const [m] = renderRadios()
  m?.click()
  followInput().restoreText()
  expect(checkedValue()).toBe('M')
})

/** Taps a button that React then removes, and replays the tap. */
function tapEarly() {
  vi.useFakeTimers()
  document.body.innerHTML = '<main><button>Add to Cart</button></main>'
  const [button] = document.querySelectorAll('button')
  vi.stubGlobal('earlyInput', { taps: [button] })
  const { replay } = followInput()
  button?.remove()
  const replayed = replay()
  const clicked = vi.fn()
  const showAgain = async () => {
    const shown = document.createElement('button')
    shown.textContent = 'Add to Cart'
    shown.addEventListener('click', clicked)
    document.querySelector('main')?.append(shown)
    await vi.advanceTimersByTimeAsync(10_100)
    await replayed
  }
  return { clicked, showAgain }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('repeats a tap when its button appears', async () => {
  const { clicked, showAgain } = tapEarly()
  await showAgain()
  expect(clicked).toHaveBeenCalledTimes(1)
})

test('repeats no tap on another page', async () => {
  const { clicked, showAgain } = tapEarly()
  history.replaceState(null, '', '/shop/2/large-atlas')
  await showAgain()
  expect(clicked).not.toHaveBeenCalled()
})

/** Replaces the elements of the page, as React does if the document was changed. */
function replacePage(): void {
  const { innerHTML } = document.body
  document.body.innerHTML = innerHTML
}

test('restores typed text and the focus in elements that have replaced the first ones, once', () => {
  document.body.innerHTML = '<main><input name="email"><textarea name="message"></textarea></main>'
  const input = followInput()
  const [email, message] = document.querySelectorAll<HTMLInputElement>('input, textarea')
  for (const field of [email, message]) {
    if (field) field.value = 'ada'
    field?.focus()
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  replacePage()
  input.restoreText()
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  expect(fields.map(({ value }) => value)).toEqual(['ada', 'ada'])
  expect(fields[1]).toHaveFocus()
  replacePage()
  input.restoreText()
  expect(document.querySelector('input')).toHaveValue('')
})

test('moves the focus to no button, and to no field that still has it', () => {
  document.body.innerHTML = '<main><button>Add</button><input name="email"></main>'
  const input = followInput()
  document.querySelector('input')?.focus()
  document.querySelector('button')?.focus()
  replacePage()
  input.restoreText()
  expect(document.body).toHaveFocus()
})

/** Records elements as tapped, and replays them in a page whose elements were replaced. @returns the events */
async function replayTaps(html: string, selectors: string[]): Promise<string[]> {
  document.body.innerHTML = html
  const tapped = selectors.map((selector) => document.querySelector(selector) as HTMLElement)
  for (const element of tapped) element.setAttribute('aria-busy', 'true')
  vi.stubGlobal('earlyInput', { taps: tapped })
  const { replay } = followInput()
  const events: string[] = []
  for (const type of ['click', 'submit'])
    window.addEventListener(type, (event) => {
      event.preventDefault()
      events.push(`${type} ${(event.target as Element).className}`)
    })
  await replay()
  await replay()
  return events
}

test('repeats taps and submitted forms once, in order, and no longer marks them as busy', async () => {
  const html =
    '<main><button class="first">A</button><a class="link" href="/a">B</a><form class="search"></form></main>'
  const taps = ['.link', '.search', '.first']
  expect(await replayTaps(html, taps)).toEqual(['click link', 'submit search', 'click first'])
  expect(document.querySelector('[aria-busy]')).toBeNull()
  expect(document.querySelector('.first')).toHaveFocus()
})

test('repeats a submitted form in a browser without requestSubmit', async () => {
  const request = vi.spyOn(HTMLFormElement.prototype, 'requestSubmit')
  Object.defineProperty(HTMLFormElement.prototype, 'requestSubmit', { configurable: true, value: undefined })
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
  expect(await replayTaps('<form class="search"></form>', ['form'])).toEqual(['submit search'])
  expect(submit).not.toHaveBeenCalled()
  request.mockRestore()
})

test('a repeated tap leaves the focus in the field in which the shopper types', async () => {
  document.body.innerHTML = '<input><button class="first">A</button>'
  const button = document.querySelector('button')
  vi.stubGlobal('earlyInput', { taps: [button] })
  document.querySelector('input')?.focus()
  await followInput().replay()
  expect(document.querySelector('input')).toHaveFocus()
})

test.each([
  ['reload', 'atlas'],
  ['back_forward', 'atlas'],
  ['navigate', ''],
])('after the navigation %s, the text that was stored before it is "%s"', async (type, text) => {
  const visit = { type } as PerformanceNavigationTiming
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([visit])
  document.body.innerHTML = '<input name="title">'
  const field = () => document.querySelector('input') as HTMLInputElement
  field().value = 'atlas'
  storeTypedText()
  replacePage()
  await followInput().replay()
  expect(field().value).toBe(text)
})

test('gives up a tap after ten seconds without its button', async () => {
  const { clicked, showAgain } = tapEarly()
  await vi.advanceTimersByTimeAsync(10_050)
  await showAgain()
  expect(clicked).not.toHaveBeenCalled()
})

test('repeats a tap and a submitted form whose elements were replaced after them', async () => {
  const html = '<main><button class="first"><i>A</i></button><form class="search"></form></main>'
  document.body.innerHTML = html
  const taps: Element[] = []
  vi.stubGlobal('earlyInput', { taps })
  const { replay } = followInput()
  const [button, form] = document.querySelectorAll('button, form')
  document.querySelector('i')?.click()
  form?.dispatchEvent(new Event('submit', { bubbles: true }))
  taps.push(button as Element, form as Element)
  replacePage()
  const events: string[] = []
  for (const type of ['click', 'submit'])
    window.addEventListener(
      type,
      (event) => {
        event.preventDefault()
        events.push(type)
      },
      { once: true },
    )
  await replay()
  expect(events).toEqual(['click', 'submit'])
})
