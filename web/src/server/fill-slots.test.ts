import { expect, test } from 'vitest'
import { escapeHtml, fillSlots } from './fill-slots.ts'

test('fills each slot where it is, also with a text that names a slot', () => {
  expect(fillSlots('<a>TITLE</a><b>BODY</b>!', { BODY: 'TITLE $&', TITLE: 'BODY' })).toBe(
    '<a>BODY</a><b>TITLE $&</b>!',
  )
})

test('reports a template without a slot', () => {
  expect(() => fillSlots('<a>TITLE</a>', { TITLE: '', BODY: '' })).toThrow('The template contains no BODY.')
})

test('an escaped text ends no attribute and no element', () => {
  expect(escapeHtml('"a" < b & "c" < d & e')).toBe('&quot;a&quot; &lt; b &amp; &quot;c&quot; &lt; d &amp; e')
})
