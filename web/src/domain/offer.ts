import type { CartItem } from './cart-item.ts'
import { type CurrentProducts, listedProduct } from './current-product.ts'
import { isSelectionOffered, type OptionGroups, offeredGroups, withQuantity } from './option-groups.ts'
import type { ShopProduct } from './product.ts'

/** The current price, stock and options of a cart line's product. */
export type Offer = {
  /** Shillings; null if unknown. */
  price: number | null
  /** Null if unknown; 0 for a removed product. */
  total_stock: number | null
  /** The offered options; absent if unknown. */
  options?: OptionGroups
  variations?: ShopProduct['variations']
}

/** Offers by product id. Products that could not be read are omitted. */
export type Offers = ReadonlyMap<number, Offer>

/** Returns the offer of a product; null is a removed product. One without a valid price can't be bought either. */
export function offerOf(product: ShopProduct | null): Offer {
  if (product === null || product.price === null) return { price: null, total_stock: 0 }
  const { price, total_stock, variations } = product
  return { price, total_stock, variations, options: offeredGroups(product) }
}

export function offersOf(products: CurrentProducts): Offers {
  return new Map(
    [...products].flatMap(([id, current]): [number, Offer][] =>
      current.status === 'listed' || current.status === 'gone' ? [[id, offerOf(listedProduct(current))]] : [],
    ),
  )
}

export type PricedLine = Pick<CartItem, 'price' | 'variant' | 'variation' | 'chosen'>

/** Returns the current price of a line. An unknown price, and one that rounds to the same shilling, are ignored. */
export function currentPrice(line: PricedLine, offer: Offer): number | null {
  const { price } = variationOf(line, offer) ?? offer
  if (price === null) return line.price
  return line.price === null || Math.round(price) !== Math.round(line.price) ? price : line.price
}

/** Returns the line without options that are no longer offered. */
export function withOfferedSelections<L extends PricedLine>(line: L, offer: Offer) {
  const { options, variations } = offer
  const { chosen, variant, variation, ...rest } = line
  const offered =
    chosen?.filter(({ text }) => options === undefined || isSelectionOffered(text, options)) ?? []
  const isVariationOffered =
    variations === undefined || variationType(line) === '' || variationOf(line, offer) !== undefined
  return {
    ...rest,
    ...(isVariationOffered && variant !== undefined ? { variant } : {}),
    ...(isVariationOffered && variation !== undefined ? { variation } : {}),
    ...(offered.length > 0 ? { chosen: offered } : {}),
  }
}

/** Returns the options of a line as text, for example "Size: M"; '' if there are none. */
export function lineOptionsText(line: Omit<PricedLine, 'price'>): string {
  return [variationType(line), ...(line.chosen ?? []).map(({ text }) => text)].filter(Boolean).join('; ')
}

function variationOf(line: PricedLine, { variations = [] }: Offer) {
  const type = variationType(line)
  return type === '' ? undefined : variations.find((variation) => variation.type === type)
}

/** Returns the name of a line's variation. Only carts of other versions of the shop contain variations. */
function variationType({ variant = '', variation = [] }: Omit<PricedLine, 'price'>): string {
  const { type } = (variation[0] ?? {}) as { type?: unknown }
  return typeof type === 'string' ? type : variant
}

/**
 * Returns the lines at current prices, limited to the current stock, without options that are no longer offered. If a
 * product has several lines, the stock goes to the first ones. Lines without stock or without a price are omitted.
 */
export function applyOffers(items: readonly CartItem[], offers: Offers): CartItem[] {
  const remaining = new Map<number, number>()
  return items.flatMap((line) => {
    const offer = offers.get(line.id)
    if (offer === undefined) return line.price === null ? [] : [line]
    const { total_stock } = offer
    const stock =
      remaining.get(line.id) ?? (total_stock === null ? Number.POSITIVE_INFINITY : Math.floor(total_stock))
    const quantity = Math.min(line.quantity, stock)
    remaining.set(line.id, stock - quantity)
    if (quantity < 1) return []
    const price = currentPrice(line, offer)
    return price === null
      ? []
      : [{ ...withOfferedSelections(withQuantity(line, quantity), offer), price, total_stock }]
  })
}

/** Returns a message if a product's stock is below its quantity in the cart; null if it is sufficient or unknown. */
export function shortageMessage(
  wanted: number,
  offer: Pick<Offer, 'total_stock'> | undefined,
): string | null {
  const stock = offer?.total_stock ?? null
  if (stock === null || stock >= wanted) return null
  return stock < 1 ? 'Sold out' : `Only ${Math.floor(stock)} left`
}
