import type { ShopProduct } from '../../domain/product.ts'
import { foldText, type ParsedQuery } from './index/query-words.ts'

/** Whether a product's name and author contain all words of a query. Always false for a query with a class. */
export function matchesQuery({ name, author }: ShopProduct, { classes, words }: ParsedQuery): boolean {
  const text = foldText(`${name} ${author ?? ''}`)
  const isIn = (word: string) => text.includes(word)
  return (
    classes.length === 0 &&
    words.every((word) => word.kind === 'weak' || [word.text, ...word.same].some(isIn))
  )
}
