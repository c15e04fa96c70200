import { useQuery } from '@tanstack/react-query'
import { limits } from '../../../config/limits.ts'
import { categoryPath } from '../../../config/paths.ts'
import { ProductImage } from '../../../ui/media/product-image.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { coverColour } from '../cover-colour.ts'
import { subcategoriesQuery } from '../queries.ts'

type Props = {
  parentId: number | null
  /** The number of subcategories to reserve space for. */
  expected: number
}

/** Up to twelve subcategories with images, styled as exercise books. Renders nothing if there are none. */
export function CategoryTiles({ parentId, expected }: Props) {
  const { data, isPending } = useQuery(subcategoriesQuery(parentId))
  const tiles = (data ?? [])
    .filter((tile) => tile.firstProductImage !== null)
    .slice(0, limits.subcategoryTiles)
  const className = parentId === null ? 'tiles tiles-alone' : 'tiles'
  if (isPending) {
    return expected === 0 ? null : (
      <ul className={className} aria-hidden="true">
        {Array.from({ length: Math.min(expected, limits.subcategoryTiles) }, (_, at) => at).map((at) => (
          // trap: if a placeholder and a tile shared a key, React would move the placeholder to the tile's position.
          <li key={`plate-${at}`}>
            <span className="skeleton tile-plate" />
          </li>
        ))}
      </ul>
    )
  }
  if (tiles.length === 0) return null
  return (
    <ul className={className} aria-label="Subcategories">
      {tiles.map((tile) => (
        <li key={tile.id}>
          <Link
            to={categoryPath(tile.id)}
            state={{ categoryId: tile.id }}
            className={`tile tint-${coverColour(tile.id)}`}
          >
            <ProductImage
              file={tile.firstProductImage}
              name={tile.name}
              alt=""
              ratio="square"
              className="wordless"
            />
            <span className="tile-name">{tile.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
