import { expect, test } from 'vitest'
import { applyOffers, currentPrice, lineOptionsText, type Offer, offerOf, shortageMessage } from './offer.ts'
import { readProduct } from './product.ts'

const line = { id: 7, name: 'Shirt', quantity: 3, price: 20_000, image: 'a.webp', total_stock: 9 }
const sized = (size: string, quantity = 3) => ({ chosen: [{ text: `Size: ${size}`, quantity }] })
const options = [{ title: 'Size', options: ['M', 'L'] }]

test('a product that is gone or has no valid price is sold out', () => {
  expect(offerOf(null)).toEqual({ price: null, total_stock: 0 })
  expect(offerOf(readProduct({ id: 7, price: -1, total_stock: 5 }))).toEqual({ price: null, total_stock: 0 })
})

test('the offer of a product is its price, its stock, its options and its variations', () => {
  const variations = [{ type: 'Red-M', price: 25_000 }]
  const product = { id: 7, price: 100, total_stock: 5, choice_options: options, variations }
  expect(offerOf(readProduct(product))).toEqual({ price: 100, total_stock: 5, options, variations })
})

test.each<[why: string, price: number | null, offered: number | null, current: number | null]>([
  ['changes', 20_000, 21_000, 21_000],
  ['changes by less than a shilling', 20_000, 20_000.4, 20_000],
  ['is unknown', 20_000, null, 20_000],
  ['was unknown', null, 21_000, 21_000],
  ['is and was unknown', null, null, null],
])('the price of a line whose price %s: %j, offered at %j, is %j', (_, price, offered, current) => {
  expect(currentPrice({ price }, { price: offered, total_stock: null })).toBe(current)
})

test.each([
  [{ variant: 'Red-M' }, 25_000],
  [{ variation: [{ type: 'Red-M' }] }, 25_000],
  [{ variant: 'Red-M', variation: [{ type: 'Blue-M' }] }, 21_000],
  [{}, 21_000],
])('a line with %j has the price of its variation: %j', (chosen, price) => {
  const offer = { price: 21_000, total_stock: 9, variations: [{ type: 'Red-M', price: 25_000 }] }
  expect(currentPrice({ price: 20_000, ...chosen }, offer)).toBe(price)
})

test.each<[what: string, lines: object[], offer: Partial<Offer> | undefined, left: object[]]>([
  ['as it is, while the product is unknown', [{}], undefined, [{}]],
  ['not without a price, while the product is unknown', [{ price: null }], undefined, []],
  ['not without a price on either side', [{ price: null }], { price: null, total_stock: 5 }, []],
  ['at the current price and stock', [{}], { price: 9, total_stock: 5 }, [{ price: 9, total_stock: 5 }]],
  ['in full, of an unknown stock', [{}], { total_stock: null }, [{ total_stock: null }]],
  ['up to a whole stock', [{}], { total_stock: 2.9 }, [{ quantity: 2, total_stock: 2.9 }]],
  ['not without stock', [{}], { total_stock: 0.9 }, []],
  [
    'up to the stock that an earlier line has left',
    [{ quantity: 2 }, { quantity: 2 }, { quantity: 2 }],
    { total_stock: 3 },
    [
      { quantity: 2, total_stock: 3 },
      { quantity: 1, total_stock: 3 },
    ],
  ],
  ['with an offered option', [sized('M')], { options }, [sized('M')]],
  ['without an option that is no longer offered', [sized('XL')], { options }, [{}]],
  ['with an option of unknown options', [sized('XL')], {}, [sized('XL')]],
  [
    'with fewer units of an option than before',
    [sized('M')],
    { options, total_stock: 2 },
    [{ ...sized('M', 2), quantity: 2, total_stock: 2 }],
  ],
  [
    'without a variation that is no longer offered',
    [{ variant: 'Red', variation: [{ type: 'Red' }] }],
    { variations: [{ type: 'Blue', price: 20_000 }] },
    [{}],
  ],
  [
    'with an offered variation',
    [{ variant: 'Red', variation: [{ type: 'Red' }] }],
    { variations: [{ type: 'Red', price: 20_000 }] },
    [{ variant: 'Red', variation: [{ type: 'Red' }] }],
  ],
])('a line is ordered %s', (_, lines, offer, left) => {
  const items = lines.map((each) => ({ ...line, ...each }))
  const offers = new Map(offer ? [[7, { price: 20_000, total_stock: 9, ...offer }]] : [])
  expect(applyOffers(items, offers)).toEqual(left.map((each) => ({ ...line, ...each })))
})

test('the options of a line are its variation and its choices', () => {
  expect(lineOptionsText({})).toBe('')
  expect(lineOptionsText({ variant: 'Red', ...sized('M') })).toBe('Red; Size: M')
  expect(lineOptionsText(sized('M'))).toBe('Size: M')
  expect(lineOptionsText({ variant: 'Red', variation: [{ type: 5 }] })).toBe('Red')
})

test.each<[wanted: number, stock: number | null, text: string | null]>([
  [3, 3, null],
  [3, null, null],
  [3, 2.5, 'Only 2 left'],
  [3, 1, 'Only 1 left'],
  [1, 0.5, 'Sold out'],
])('for %j units of a stock of %j, the cart says %j', (wanted, total_stock, text) => {
  expect(shortageMessage(wanted, { total_stock })).toBe(text)
})

test('the cart says nothing about the stock of an unknown product', () => {
  expect(shortageMessage(1, undefined)).toBeNull()
})
