import { expect, test } from 'vitest'
import { textOf, visibleHtml, withoutTags } from './html-text.ts'

test.each([
  ['Chalk &amp; talk', 'Chalk & talk'],
  ['&#65;&#x42;&#X43;', 'ABC'],
  ['&#128218;', '📚'],
  ['&#x10ffff;', '\u{10ffff}'],
  ['&#0; &#x110000;', '\ufffd \ufffd'],
  ['Caf&eacute;, &Ouml;l, fa&ccedil;ade', 'Café, Öl, façade'],
  ['&unknown; &eunknown; R&D', '&unknown; &eunknown; R&D'],
  ['&amp;lt;', '&lt;'],
])('the text of %j is %j', (html, text) => {
  expect(textOf(html)).toBe(text)
})

test('tags are replaced by a space, or by a given text, and a lone < stays', () => {
  expect(textOf('P<b>3</b>')).toBe('P 3 ')
  expect(textOf('P<b>3</b>', '')).toBe('P3')
  expect(withoutTags('1 < 2 <br>', '')).toBe('1 < 2 ')
})

test.each([
  ['a<style>p { color: red }</style>b', 'a b'],
  ['a<SCRIPT>if (1 < 2) alert()</SCRIPT >b', 'a b'],
  ['a<script>alert()', 'a '],
  ['a<!-- b -->c<!-- d', 'a c '],
  ['a<styled>b', 'a<styled>b'],
])('%j without what is not shown is %j', (html, shown) => {
  expect(visibleHtml(html)).toBe(shown)
})
