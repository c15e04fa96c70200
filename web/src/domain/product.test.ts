import { describe, expect, test } from 'vitest'
import {
  coverColour,
  firstImage,
  isInStock,
  mainCategoryId,
  nameElementId,
  productColour,
  productPath,
  readProduct,
  readProductDetails,
  readProducts,
} from './product.ts'

const read = (wire: object) => {
  const product = readProduct(wire)
  if (!product) throw new Error('Every object is read as a product.')
  return product
}

describe('a product', () => {
  test('reads a missing name as Unnamed Product', () => {
    expect(read({ id: 1, name: null }).name).toBe('Unnamed Product')
    expect(read({ id: 1, name: '  ' }).name).toBe('Unnamed Product')
  })

  test('uses default.png if a product lists no image', () => {
    expect(firstImage(read({ id: 1, image: null }))).toBe('default.png')
    expect(firstImage(read({ id: 1, image: '["a.png"]' }))).toBe('a.png')
  })

  test('lists an image once, even if several fields contain it', () => {
    expect(read({ images: ['a.png'], image: '["a.png","b.png"]' }).images).toEqual(['a.png', 'b.png'])
  })

  test.each([
    [{ author: 'Okot p’Bitek', description: 'By Ann Other. 1966.' }, 'Okot p’Bitek'],
    [{ description: '' }, null],
  ])('has the author of the host: %j', (wire, author) => {
    expect(read(wire).author).toBe(author)
  })

  test('drops empty image names', () => {
    expect(read({ images: ['', 'a.png'], image: null }).images).toEqual(['a.png'])
  })

  test.each([
    [true, { image_fullpath: ['https://a.example/storage/product/a.png'] }],
    [true, { imagesInStorage: true }],
    [false, { image_fullpath: ['https://a.example/product/a.png'], imagesInStorage: 'yes' }],
    [false, {}],
  ])('has its images in the storage: %s for %j', (isStored, wire) => {
    expect(read(wire).imagesInStorage).toBe(isStored)
  })

  test.each([
    ['9789970', '9789970'],
    ['0', null],
    ['0.00', null],
    ['', null],
    [null, null],
  ])('reads its ISBN from the tax %j: %j', (tax, isbn) => {
    expect(read({ tax }).isbn).toBe(isbn)
  })

  test('reads variations and category ids, and drops what is neither', () => {
    const product = read({
      variations: [{ type: 'Blue', price: '5000' }, 7],
      category_ids: [{ id: '3' }, 'x', 4],
    })
    expect(product.variations).toEqual([
      { type: 'Blue', price: 5000 },
      { type: '', price: null },
    ])
    expect(product.category_ids).toEqual([3, 4])
  })

  test.each([
    [null, true],
    [1, true],
    [0, false],
  ])('with a stock of %s is in stock: %s', (total_stock, expected) => {
    expect(isInStock({ total_stock })).toBe(expected)
  })

  test('has a page and an element with its name only if it has an id', () => {
    expect([productPath({ id: 7 }), nameElementId({ id: 7 })]).toEqual(['/product-details/7', 'product-7'])
    expect([productPath({ id: null }), nameElementId({ id: null })]).toEqual([null, undefined])
  })

  test('has one of six colours, by its first category', () => {
    expect([5, 6, 7].map(coverColour)).toEqual([5, 0, 1])
    expect(productColour({ category_ids: [8, 3], category_id: 4 })).toBe(2)
    expect(productColour({ category_ids: [], category_id: 4 })).toBe(4)
    expect(productColour({ category_ids: [], category_id: null })).toBeUndefined()
  })

  test('drops invalid options', () => {
    const choices = [
      { title: 'Size', options: ['S', null, { a: 1 }, 5, true] },
      { title: null, options: ['x'] },
    ]
    expect(read({ choice_options: choices }).choice_options).toEqual([
      { title: 'Size', options: ['S', '5', 'true'] },
    ])
  })

  test('reads an id only from a number or numeric text', () => {
    expect(read({ id: '7' }).id).toBe(7)
    expect(read({ id: null }).id).toBeNull()
  })

  test('reads a discount as true, set or none', () => {
    expect(read({ has_discount: true, discount_percentage: '15' })).toMatchObject({
      has_discount: true,
      discount_percentage: 15,
    })
    expect(read({ has_discount: 1 }).has_discount).toBe('set')
    expect(read({ has_discount: 0 }).has_discount).toBe(false)
  })

  test('reads missing stock as unknown', () => {
    expect(read({ id: 1 }).total_stock).toBeNull()
    expect(read({ id: 1, total_stock: '4' }).total_stock).toBe(4)
  })

  test('that the host sold too often has no stock', () => {
    expect(read({ total_stock: -1 }).total_stock).toBe(0)
  })

  test('has a description of at most 100,000 characters', () => {
    expect(read({ description: 'a'.repeat(100_001) }).description).toHaveLength(100_000)
  })

  test.each([
    ['978-9970-712-61-8', '978-9970-712-61-8'],
    [9789970712618, '9789970712618'],
    [0, null],
    ['0.00', null],
    [null, null],
  ])('reads the tax %s as the ISBN %s', (tax, isbn) => {
    expect(read({ id: 1, tax }).isbn).toBe(isbn)
  })

  test('uses the second entry of category_ids as the main category', () => {
    expect(mainCategoryId(read({ category_ids: [{ id: '3' }, { id: '17' }], category_id: 5 }))).toBe(17)
    expect(mainCategoryId(read({ category_id: '5' }))).toBe(5)
    expect(mainCategoryId(read({ category_ids: [{ id: '3' }] }))).toBe(3)
    expect(mainCategoryId(read({ category: { id: 8, name: 'Atlases' } }))).toBe(8)
    expect(mainCategoryId(read({}))).toBeNull()
  })

  test('reads a category name only if it is not an id', () => {
    expect(read({ category: 'Atlases' }).category).toBe('Atlases')
    expect(read({ category: '17' }).category).toBeNull()
  })

  test('does not change a product that is read again', () => {
    const once = read({ id: 1, name: 'Atlas', image: ['a.png'], category_ids: '[{"id":"3"}]', tax: 12 })
    expect(read(once)).toEqual(once)
  })

  test('reads the ISBN of a product that an earlier version stored as `tax`', () => {
    const { isbn, ...product } = read({ id: 1, name: 'Atlas', tax: '978-9970-712-61-8' })
    expect(read({ ...product, tax: isbn }).isbn).toBe('978-9970-712-61-8')
  })
})

test.each([null, 'Atlas', [{ id: 1 }]])('%j is no product', (value) => {
  expect(readProduct(value)).toBeNull()
})

test('drops what is no product from a list', () => {
  expect(readProducts([null, { id: 1 }, 'Atlas']).map((each) => each?.id)).toEqual([1])
})

test('finds the products of a nested response', () => {
  expect(readProducts([{ products: [{ id: 1 }] }, [{ id: 2 }]]).map(({ id }) => id)).toEqual([1, 2])
})

test.each([
  [{ price: '35000' }, 35_000],
  [{ price: 0 }, 0],
  [{ price: '' }, null],
  [{ price: -5 }, null],
  [{ price: 100_000_000 }, 100_000_000],
  [{ price: 100_000_001 }, null],
  [{}, null],
])('%j has the price %s', (wire, price) => {
  expect(read(wire).price).toBe(price)
})

test('an original price of 0 is ignored', () => {
  expect(read({ original_price: 0 }).original_price).toBeNull()
  expect(read({ original_price: '1' }).original_price).toBe(1)
})

test('returns null for a details response without a product', () => {
  for (const body of [null, {}, { product: null }, { product: {} }, { product: [] }, { name: 'NotFound' }])
    expect(readProductDetails(body)).toBeNull()
  for (const body of [
    { product: { id: 1 } },
    { data: [{ id: 1 }] },
    { id: 1, price: 5 },
    { product: { id: 1 }, data: { id: 2 } },
  ])
    expect(readProductDetails(body)?.id).toBe(1)
  expect(readProductDetails({ product: { name: 'Atlas' } })?.name).toBe('Atlas')
})
