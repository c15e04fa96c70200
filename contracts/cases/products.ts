import type { products } from '../src/resources/products.ts'
import { extractProductValues, field, objectsOf, PRODUCT_VALUE_NAMES } from './extract.ts'
import { type CasesOf, PROBED_INSTEAD } from './provider-case.ts'

const ONE_REQUEST_PER_LIST = 'live hosts are sent one request per list'

export const productsCases: CasesOf<typeof products> = {
  latest: [
    {
      title: 'returns the newest products',
      status: 200,
      outputs: PRODUCT_VALUE_NAMES,
      extract: (body, values) => extractProductValues(field(body, 'products'), values),
    },
    {
      title: 'echoes limit and page as strings',
      request: { query: { limit: '2', offset: '2', sort_by: 'price_low_to_high' } },
      status: 200,
      emulatorOnly: ONE_REQUEST_PER_LIST,
    },
    {
      title: 'fails for a limit that is not a number',
      request: { query: { limit: 'abc' } },
      status: 500,
      emulatorOnly: ONE_REQUEST_PER_LIST,
    },
    {
      title: 'returns no products after the last page',
      request: { query: { limit: '50', offset: '99999' } },
      status: 200,
      emulatorOnly: PROBED_INSTEAD,
    },
  ],
  details: [
    {
      title: 'returns a product with related products',
      inputs: ['productIds'],
      request: ({ productIds }) => productIds.map((id) => ({ params: { id } })),
      status: 200,
      // A listed product may have been removed in the meantime. In that case, the next candidate is tried.
      content: {
        name: 'a product',
        isPresent: (body) => !Object.hasOwn(Object(body), 'errors'),
        isRequired: true,
      },
      outputs: PRODUCT_VALUE_NAMES,
      extract: (body, values) =>
        extractProductValues([field(body, 'product'), ...objectsOf(field(body, 'related_products'))], values),
    },
    {
      title: 'returns 200 with an errors object for an unknown product',
      request: { params: { id: 999_999_999 } },
      status: 200,
      emulatorOnly: PROBED_INSTEAD,
    },
  ],
  search: [
    {
      title: 'finds products by a word in their name',
      inputs: ['words'],
      request: ({ words }) => words.map((name) => ({ query: { name } })),
      status: 200,
      content: { name: 'products', isPresent: (body) => objectsOf(field(body, 'products')).length > 0 },
      outputs: PRODUCT_VALUE_NAMES,
      extract: (body, values) => extractProductValues(field(body, 'products'), values),
    },
    {
      title: 'counts the matches, with up to fifty on a page',
      inputs: ['words'],
      // Source R4: later builds cap the limit at 50.
      request: ({ words }) => words.map((name) => ({ query: { name, limit: '50' } })),
      status: 200,
      content: { name: 'products', isPresent: (body) => objectsOf(field(body, 'products')).length > 0 },
    },
    {
      title: 'returns no products if nothing matches',
      request: { query: { name: 'zzzzqqqq' } },
      status: 200,
      emulatorOnly: PROBED_INSTEAD,
    },
    {
      title: 'applies the filters and the order',
      request: ({ categoryIds: [category] }) => ({
        query: {
          price_low: '1000',
          price_high: '500000',
          category_id: `[${category}]`,
          category_ids: `[${category}]`,
          sort_by: 'price_low_to_high',
          offset: '1',
        },
      }),
      inputs: ['categoryIds'],
      status: 200,
      emulatorOnly: ONE_REQUEST_PER_LIST,
    },
    {
      title: 'finds no products by their rating, because none has one',
      request: { query: { rating: '4' } },
      status: 200,
      emulatorOnly: ONE_REQUEST_PER_LIST,
    },
    {
      title: 'returns all products if no name is given',
      request: { query: { limit: '3' } },
      status: 200,
      emulatorOnly: ONE_REQUEST_PER_LIST,
    },
  ],
}
