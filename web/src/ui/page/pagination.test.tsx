import { render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { HydrationContext } from '../../platform/hydration.ts'
import { locationOf } from '../../platform/location.ts'
import { SiteContext } from './metadata.tsx'
import { Pagination, withPage } from './pagination.tsx'

const pagination = (page: number, pages: number, isExact: boolean, onPage = () => {}) => (
  <MemoryRouter initialEntries={['/shop?sort=price&page=9']}>
    <SiteContext value={{ origin: '', isExact }}>
      <Pagination page={page} pages={pages} onPage={onPage} />
    </SiteContext>
  </MemoryRouter>
)

/** Returns what a browser without scripts shows: the links with their URLs, or else the text. */
function withoutScripts(page: number, pages: number, isExact: boolean): string[] {
  const server = locationOf('/shop?sort=price&page=9')
  const content = document.createElement('div')
  content.innerHTML = renderToStaticMarkup(
    <HydrationContext value={server}>{pagination(page, pages, isExact)}</HydrationContext>,
  )
  const part = content.querySelector('.without-scripts')
  const links = [...(part?.querySelectorAll('a') ?? [])].map(
    (link) => `${link.textContent}: ${link.getAttribute('href')}`,
  )
  return links.length > 0 ? links : [part?.textContent?.trim() ?? '']
}

test.each([
  [1, 3, ['Next page: ?sort=price&page=2']],
  [2, 3, ['Previous page: ?sort=price&page=1', 'Next page: ?sort=price&page=3']],
  [3, 3, ['Previous page: ?sort=price&page=2']],
  [1, 1, ['']],
])('without scripts, page %d of %d has the links %j', (page, pages, links) => {
  expect(withoutScripts(page, pages, true)).toEqual(links)
})

test.each([
  [3, ['The other pages need JavaScript and a newer browser.']],
  [1, ['']],
])('without scripts, a document for every query says that its %d pages need them', (pages, texts) => {
  expect(withoutScripts(1, pages, false)).toEqual(texts)
})

test.each([
  [1, 3, [true, false]],
  [2, 3, [false, false]],
  [3, 3, [false, true]],
])('the buttons of page %d of %d are disabled at the ends: %j', (page, pages, disabled) => {
  const onPage = vi.fn()
  render(pagination(page, pages, true, onPage))
  const buttons = screen.getAllByRole('button') as HTMLButtonElement[]
  expect(buttons.map((button) => button.disabled)).toEqual(disabled)
  for (const button of buttons) button.click()
  expect(onPage.mock.calls).toEqual(
    [page - 1, page + 1].filter((each) => each > 0 && each <= pages).map((each) => [each]),
  )
})

test('a list announces its page if it has several', () => {
  expect([withPage('24 products', 1, 1), withPage('60 products', 2, 3)]).toEqual([
    '24 products.',
    '60 products, page 2 of 3.',
  ])
})
