import { fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countWords, ProductDescription, paragraphsOf, truncateWords } from './product-description.tsx'

function page(html: string): HTMLElement {
  const node = document.createElement('div')
  node.innerHTML = html
  return node
}

test('counts words in the text, not in tags', () => {
  expect(countWords(page('<p class="a b">one <b>two</b></p>\n<p>three</p>'))).toBe(3)
})

test('counts no words in the spaces around a text', () => {
  expect(countWords(page('<p> one </p> <p></p>\n'))).toBe(1)
  expect(countWords(page(' \n'))).toBe(0)
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

test.each([
  'Tom &amp; Jerry&nbsp;',
  '<p>Caf&eacute; &ldquo;Sch&ouml;n&rdquo; &ndash; &#8216;one&#8217; &#x41;</p><p>Price &lt; 5 &euro;</p>',
  '<style>p { color: red }</style><p>Red</p><!-- <p>draft</p> -->',
  '<p>&copy; Fountain &unknown; 100%</p>',
])('the text of %s is the same without a script', (html) => {
  const words = (text: string) => text.replace(/\s+/g, ' ').trim()
  const node = page(html)
  for (const child of [...node.childNodes])
    if (child.nodeName === 'STYLE' || child.nodeType === Node.COMMENT_NODE) child.remove()
  expect(words(paragraphsOf(html).join(' '))).toBe(
    words([...node.childNodes].map((child) => child.textContent).join(' ')),
  )
})

test('the server renders a paragraph for each text between tags of blocks, without spaces around it', () => {
  const html =
    ' <h2>One </h2><p>two three</p><p> &nbsp;</p><ul><li>four</li>\n<LI>five</LI></ul><div> six</div> '
  expect(paragraphsOf(html)).toEqual(['One', 'two three', 'four', 'five', 'six'])
})

test.each(['', ' ', '\n&nbsp;'])('a description of %j has no element', async (html) => {
  const { container, rerender } = render(<ProductDescription html="<p>One</p>" />)
  await screen.findByText('One')
  rerender(<ProductDescription html={html} />)
  await vi.waitFor(() => expect(container).toBeEmptyDOMElement())
  // Also once the description has been sanitised.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(container).toBeEmptyDOMElement()
})

test('shows the text without tags in a browser that DOMPurify does not support', async () => {
  // It then returns HTML as it is.
  vi.doMock('dompurify', () => ({ default: { isSupported: false, sanitize: page } }))
  onTestFinished(() => void vi.doUnmock('dompurify'))
  vi.resetModules()
  const anew = await import('./product-description.tsx')
  const { container } = render(
    <anew.ProductDescription html="<p>One <b>two</b> <img src=x onerror=alert(1)></p>" />,
  )
  expect(await screen.findByText('One two')).toBeVisible()
  expect(container.querySelector('b, img')).toBeNull()
})

test('keeps the space before a text that is truncated, and removes the paragraphs after it', () => {
  const node = page('<p><b>one</b> two three</p> <p>four</p>')
  truncateWords(node, 2)
  expect(node.innerHTML).toBe('<p><b>one</b> two...</p>')
})

test('shows 70 words, and the rest on request; links pass nothing to their target', async () => {
  const words = Array.from({ length: 71 }, (_, index) => `w${index + 1}`)
  const html = (count: number) => `<p><a href="https://a.example/">${words.slice(0, count).join(' ')}</a></p>`
  const { rerender } = render(<ProductDescription html={html(70)} />)
  const link = await screen.findByRole('link', { name: /w70$/ })
  expect(link).toHaveAttribute('rel', 'noopener nofollow')
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<ProductDescription html={html(71)} />)
  // The description of another product is not shown until that of this one is sanitised.
  expect(screen.queryByRole('link')).toBeNull()
  const more = await screen.findByRole('button', { name: 'Read More', expanded: false })
  expect(screen.getByRole('link', { name: /w70\.\.\.$/ })).toBeVisible()
  fireEvent.click(more)
  expect(screen.getByRole('link', { name: /w71$/ })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Read Less', expanded: true }))
  expect(screen.queryByRole('link', { name: /w71$/ })).toBeNull()
})
