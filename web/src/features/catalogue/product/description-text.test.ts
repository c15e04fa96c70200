import { expect, test } from 'vitest'
import { countWords, truncateWords } from './product-description.tsx'

function page(html: string): HTMLElement {
  const node = document.createElement('div')
  node.innerHTML = html
  return node
}

test('counts words in the text, not in tags', () => {
  expect(countWords(page('<p class="a b">one <b>two</b></p>\n<p>three</p>'))).toBe(3)
})

test('truncates the text without breaking a tag', () => {
  const node = page('<p>one <b>two three</b> four</p><p>five</p>')
  truncateWords(node, 2)
  expect(node.innerHTML).toBe('<p>one <b>two...</b></p>')
})

test('leaves a short text unchanged', () => {
  const node = page('<p>one two</p>')
  truncateWords(node, 2)
  expect(node.innerHTML).toBe('<p>one two</p>')
})
