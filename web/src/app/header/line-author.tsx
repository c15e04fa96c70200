import { useQuery } from '@tanstack/react-query'
import { authorOf } from '../../domain/names.ts'
import { productQuery } from '../../features/catalogue/queries.ts'

/** The author of a book in the cart popover, from the request that also reads its price and stock. */
export function LineAuthor({ id }: { id: number }) {
  const { data: product } = useQuery(productQuery(id))
  const author = product ? authorOf(product) : null
  return author === null ? null : <p className="small muted">{author}</p>
}
