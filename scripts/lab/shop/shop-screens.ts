import { exampleOf, pages } from '../../../web/src/boot/pages.ts'

/** A page of the shop, or an additional state of a page. */
export type Screen = {
  name: string
  path: string
  /** Name of the page, if this is an additional state. */
  of?: string
  /** Beginning of the accessible name of the button that opens this state. */
  tap?: string
  /** Entries to set in localStorage. */
  stored?: Readonly<Record<string, string>>
}

type ListLine = { id: number; quantity: number; name: string; note: string }

/** A list with two lines, one of them with a note. */
const LIST_LINES: readonly ListLine[] = [
  { id: 40, quantity: 2, name: 'Book', note: '' },
  { id: 338, quantity: 30, name: 'Dictionary', note: 'For the whole class' },
]

/** Returns every page of the shop, and additional states with different data or components. */
export async function listScreens(): Promise<Screen[]> {
  // Imported by URL, so that TypeScript does not check the shop's module with the settings for scripts.
  const link = new URL('../../../web/src/features/school-list/list-link.ts', import.meta.url)
  const { encodeList } = (await import(link.href)) as {
    encodeList: (list: { title: string; lines: readonly ListLine[] }) => Promise<string>
  }
  const list = await encodeList({ title: 'Primary Four', lines: LIST_LINES })
  const orders = '/my-account?tab=orders'
  return [
    ...pages.map((page) => ({ name: page.name, path: exampleOf(page) })),
    { name: 'account-orders', of: 'account', path: orders },
    { name: 'account-invoice', of: 'account', path: orders, tap: 'Invoice for order' },
    { name: 'school-list-opened', of: 'school-list', path: `/list#${list}` },
    { name: 'quotation-opened', of: 'quotation', path: `/quotation#${list}` },
    { name: 'shop-arranged', of: 'shop', path: '/shop?sort=price-up&stock=in&price=5000-50000' },
    { name: 'category-arranged', of: 'categories', path: '/categories?categoryId=3&sort=name&class=P4' },
    { name: 'search-misspelt', of: 'search', path: '/search?q=mathamatics' },
    { name: 'product-choices', of: 'product', path: '/product-details/476' },
    { name: 'shop-data-saver', of: 'shop', path: '/shop', stored: { dataSaver: 'on' } },
    {
      name: 'product-data-saver',
      of: 'product',
      path: '/product-details/338',
      stored: { dataSaver: 'on' },
    },
  ]
}
