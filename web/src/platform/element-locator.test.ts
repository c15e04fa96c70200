import { beforeEach, expect, test } from 'vitest'
import { findElement, locate } from './element-locator.ts'

const PAGE = `
  <header><form class="search"><input name="q" aria-label="Search"><button type="submit">Go</button></form></header>
  <main>
    <button class="step" type="button" aria-label="Decrease">-</button>
    <button class="step" type="button" aria-label="Increase">+</button>
    <button class="btn" type="button" id="add">Add to Cart</button>
    <button class="btn" type="button" aria-describedby="product-1">Add</button>
    <button class="btn" type="button" aria-describedby="product-2">Add</button>
    <form class="contact"><label>Email <input name="email"></label><textarea name="message"></textarea></form>
    <form class="newsletter"><input name="email"></form>
    <input type="radio" name="choice-0" value=""><input type="radio" name="choice-0" value='6" x 9"'>
  </main>`

beforeEach(() => {
  document.body.innerHTML = PAGE
})

const controls = () => [...document.querySelectorAll('button, input, textarea, form')]

/** Renders the page anew, as React does if an extension has changed it. */
function renderAnew(): Element[] {
  document.body.innerHTML = PAGE
  return controls()
}

test('finds every control in a new rendering of the page, and after JSON', () => {
  const places = controls().map(locate)
  const rendered = renderAnew()
  expect(rendered).toHaveLength(15)
  expect(places.map((place) => findElement(JSON.parse(JSON.stringify(place))))).toEqual(rendered)
})

const add = () => document.querySelector('#add') as HTMLElement
const CHANGES: Record<string, () => void> = {
  'an inserted element': () => add().before(document.createElement('div')),
  'an inserted button': () => document.querySelector('main')?.prepend(document.createElement('button')),
  'a replaced word': () => {
    add().textContent = 'In den Warenkorb'
  },
  'a wrapped text': () => {
    add().innerHTML = '<font><font>Add to Cart</font></font>'
  },
  'an added attribute': () => add().setAttribute('data-tracked', ''),
  'a changed label': () => add().setAttribute('aria-label', 'Add to Cart (translated)'),
  'a removed element': () => document.querySelector('.step')?.remove(),
  'a clone': () => add().replaceWith(add().cloneNode(true)),
}

test.each(Object.entries(CHANGES))('finds a button after %s', (_, change) => {
  change()
  const place = locate(add())
  renderAnew()
  expect(findElement(place)).toBe(add())
})

test('finds none of two equal buttons at other positions', () => {
  const step = locate(document.querySelector('.step') as Element)
  expect(findElement({ ...step, label: '', fromStart: 8, fromEnd: 9 })).toBeNull()
})

test('finds no button of another product at the place of a removed one', () => {
  const place = locate(document.querySelector('[aria-describedby="product-2"]') as Element)
  document.querySelector('[aria-describedby="product-2"]')?.setAttribute('aria-describedby', 'product-4')
  expect(findElement(place)).toBeNull()
})

test('finds nothing that another build has remembered', () => {
  expect(findElement('form input[name="q"]' as never)).toBeNull()
})
