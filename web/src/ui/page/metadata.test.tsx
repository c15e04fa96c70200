import { cleanup, render } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { store } from '../../config/store.ts'
import { HydrationContext } from '../../platform/hydration.ts'
import { locationOf } from '../../platform/location.ts'
import { Metadata, PageContext, SiteContext } from './metadata.tsx'

const ORIGIN = 'https://shop.example'

type Options = {
  origin?: string
  isExact?: boolean
  isHydrated?: boolean
  page?: ComponentProps<typeof PageContext>['value']
}

/** Renders the metadata of a page. @returns its values by the name of the element */
function metadataOf(
  facts: Partial<ComponentProps<typeof Metadata>>,
  { origin = ORIGIN, isExact = false, isHydrated = true, page = {} }: Options = {},
): Record<string, string | null> {
  cleanup()
  render(
    <HydrationContext value={isHydrated ? null : locationOf('/')}>
      <SiteContext value={{ origin, isExact }}>
        <PageContext value={page}>
          <Metadata title="Atlas" {...facts} />
        </PageContext>
      </SiteContext>
    </HydrationContext>,
  )
  const elements = [...document.head.querySelectorAll('meta, link[rel=canonical]')]
  return Object.fromEntries(
    elements.map((element) => [
      ['property', 'name', 'rel'].map((name) => element.getAttribute(name)).find(Boolean),
      element.getAttribute('content') ?? element.getAttribute('href'),
    ]),
  )
}

test("a page without its own facts has the shop's, and no canonical URL", () => {
  expect(metadataOf({})).toEqual({
    'og:title': 'Atlas',
    description: store.description,
    'twitter:card': 'summary',
    'og:image': `${ORIGIN}/install/icon-512.png`,
    'og:image:alt': store.name,
  })
  expect(document.title).toBe(`Atlas · ${store.name}`)
  expect(metadataOf({}, { origin: '' })).not.toHaveProperty('og:image')
})

test('a product has its image, description, URL and price, also if that is 0', () => {
  const facts = { description: 'Maps.', canonical: '/product-details/7', image: '/product/a.webp', price: 0 }
  expect(metadataOf(facts)).toEqual({
    'og:title': 'Atlas',
    description: 'Maps.',
    'og:description': 'Maps.',
    canonical: `${ORIGIN}/product-details/7`,
    'og:url': `${ORIGIN}/product-details/7`,
    'twitter:card': 'summary_large_image',
    'og:image': `${ORIGIN}/product/a.webp`,
    'og:image:alt': 'Atlas',
    'og:price:amount': '0',
    'og:price:currency': 'UGX',
  })
  expect(metadataOf({ ...facts, price: null })).not.toHaveProperty('og:price:amount')
  const withoutOrigin = metadataOf(facts, { origin: '' })
  expect([withoutOrigin.canonical, 'og:url' in withoutOrigin]).toEqual(['/product-details/7', false])
})

test('a page that search engines must not list has no canonical URL, and may be so only at times', () => {
  const page = { path: '/shop', isHidden: true }
  expect(metadataOf({}, { page })).toMatchObject({ robots: 'noindex' })
  expect(metadataOf({}, { page })).not.toHaveProperty('canonical')
  expect(metadataOf({ isHidden: false }, { page })).not.toHaveProperty('robots')
  expect(metadataOf({ isHidden: true }, { page: { path: '/shop' } })).toMatchObject({ robots: 'noindex' })
})

test.each([
  ['of any page', {}, true],
  ['that reads the query, if the server has read it', { isExact: true, page: { readsSearch: true } }, true],
  ['that reads the query, if the document is for every query', { page: { readsSearch: true } }, false],
  ['that reads the query, after hydration', { isHydrated: true, page: { readsSearch: true } }, true],
])('a document %s has a canonical URL: %j', (_, options: Options, has) => {
  const page = { path: '/shop', description: 'All books.', ...options.page }
  const metadata = metadataOf({}, { isHydrated: false, ...options, page })
  expect(metadata.description).toBe('All books.')
  expect(metadata.canonical).toBe(has ? `${ORIGIN}/shop` : undefined)
})
