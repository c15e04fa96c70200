import { asText, changeAt, drop, edit, json, type Mutation, rename, set } from './mutation.ts'

/** Changed bodies at every depth, in the catalogue, the banners and the home page. */
export const SHAPES: readonly Mutation[] = [
  {
    title: 'a price as a string',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['breaking', '$.products[].price']],
    mutate: asText('$.products[].price'),
  },
  {
    title: 'an id as a string',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['breaking', '$.products[].id']],
    mutate: asText('$.products[].id'),
  },
  {
    title: 'ids that are not numeric',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['breaking', '$.products[].id']],
    mutate: set('$.products[].id', 'p-7'),
  },
  {
    title: 'no products key',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['breaking', '$.products']],
    mutate: drop('$.products'),
  },
  {
    title: 'an object instead of a list',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['breaking', '$']],
    mutate: json((body) => ({ data: body })),
  },
  {
    title: 'category images as paths instead of file names',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['breaking', '$[].image']],
    mutate: edit('$[].image', (value) => `categories/${String(value)}`),
  },
  {
    title: 'a missing name',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['breaking', '$[].name']],
    mutate: drop('$[].name'),
  },
  {
    title: 'a renamed field',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [
      ['breaking', '$[].image'],
      ['additive', '$[].picture'],
    ],
    mutate: rename('$[].image', 'picture'),
  },
  {
    title: 'an undeclared null',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['breaking', '$[].id']],
    mutate: set('$[].id', null),
  },
  {
    title: 'a new enum value',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['behaviour', '$[].banner_type']],
    mutate: set('$[].banner_type', 'tertiary'),
  },
  {
    title: 'a new nested field',
    at: 'GET /homepage/sections',
    endpoint: 'homepage.sections',
    expect: [['additive', '$.data[].items[].colour']],
    mutate: set('$.data[].items[].colour', 'red'),
  },
  {
    title: 'an envelope without data',
    at: 'GET /homepage/sections',
    endpoint: 'homepage.sections',
    expect: [['breaking', '$.data']],
    mutate: drop('$.data'),
  },
  {
    title: 'options as a string',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['breaking', '$.product.choice_options[].options']],
    mutate: edit('$.product.choice_options', () => [{ name: 'choice_1', title: 'Size', options: 'S,M' }]),
  },
  {
    title: 'missing related products',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['breaking', '$.related_products']],
    mutate: drop('$.related_products'),
  },
  {
    title: 'a union member with many findings',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [
      ['breaking', '$.product.price'],
      ['breaking', '$.related_products[].price'],
    ],
    mutate: json((body) => {
      changeAt(body, '$.product.price', (_, owner, key) => void delete owner[key])
      changeAt(body, '$.related_products[].price', (_, owner, key) => void delete owner[key])
    }),
  },
  {
    title: 'an error for every product',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['breaking', '$']],
    mutate: json(() => ({ errors: { code: 'product-001', message: 'Product not found' } })),
  },
]
