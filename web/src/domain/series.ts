import type { ShopProduct } from './product.ts'

/**
 * Captures the title before the number, and the number: "Equator Primary Mathematics Pupil's Book 4", "Jambula Readers Level
 * 2: …".
 */
const NUMBERED = /^(.*\b(?:book|reader|ekitabo|level|volume|kitabu cha)) ([1-7])\b/i

export type SeriesBook = { id: number; number: number; name: string }

/** Returns the books of a product's series, sorted by number and including the product; [] if there are fewer than two. */
export function seriesOf(product: Pick<ShopProduct, 'name'>, products: readonly ShopProduct[]): SeriesBook[] {
  const stem = NUMBERED.exec(product.name)?.[1]
  if (stem === undefined) return []
  const books = new Map<number, SeriesBook>()
  for (const { id, name } of products) {
    const [, otherTitle, number] = NUMBERED.exec(name) ?? []
    if (id !== null && otherTitle === stem && !books.has(Number(number)))
      books.set(Number(number), { id, number: Number(number), name })
  }
  return books.size < 2 ? [] : [...books.values()].sort((a, b) => a.number - b.number)
}
