import { useQuery } from '@tanstack/react-query'
import { paths, shopSearchPath } from '../../config/paths.ts'
import { formatMoney } from '../../domain/money.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { searchQuery } from './queries.ts'

/** The number of words to search for. The first words of a name usually contain the subject. */
const SEARCHED_WORDS = 2
const MAX_ALTERNATIVES = 2

/** Links to products that are similar to an unavailable product. */
export function Alternatives({ name, id }: { name: string; id: number }) {
  const words = name.split(/\s+/).slice(0, SEARCHED_WORDS).join(' ')
  const { data } = useQuery(searchQuery(words))
  const found = (data?.products ?? [])
    .filter((product) => product.id !== null && product.id !== id && product.total_stock !== 0)
    .slice(0, MAX_ALTERNATIVES)
  return (
    <ul className="alternatives">
      {found.map((product) => (
        <li key={product.id}>
          <Link to={paths.product(product.id ?? 0)}>
            <Icon name="chevron-right" />
            {product.name}
            {product.price === null ? null : <span className="money"> {formatMoney(product.price)}</span>}
          </Link>
        </li>
      ))}
      <li>
        <Link to={shopSearchPath(words)}>
          <Icon name="search" />
          Search for “{words}”
        </Link>
      </li>
    </ul>
  )
}
