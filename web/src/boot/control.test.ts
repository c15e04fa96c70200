import { expect, test } from 'vitest'
import { selectorOf } from './control.ts'

test('returns a unique selector for each control', () => {
  document.body.innerHTML = `
    <form data-boot="contact"><input name="email"><textarea name="message"></textarea></form>
    <form data-boot="newsletter"><input name="email"><button></button></form>
    <input type="radio" name="choice-0" value=""><input type="radio" name="choice-0" value='6" x 9"'>
    <button data-boot="add:5"></button><button data-boot="wish:5"></button><input id="alone">
    <a href="/shop?q=a&b">Shop</a>`
  const controls = [...document.querySelectorAll('form, input, textarea, [data-boot], a')]
  expect(controls).toHaveLength(11)
  expect(controls.map((control) => document.querySelector(selectorOf(control) ?? 'none'))).toEqual(controls)
})

test('returns no selector for a control without an identity', () => {
  document.body.innerHTML = '<button>Add to Cart</button>'
  expect(selectorOf(document.querySelector('button') as Element)).toBeNull()
})
