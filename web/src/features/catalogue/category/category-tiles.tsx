import { useQuery } from '@tanstack/react-query'
import { limits } from '../../../config/limits.ts'
import { categoryPath } from '../../../config/paths.ts'
import { ProductImage } from '../../../ui/media/product-image.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { coverColour } from '../cover-colour.ts'
import { subcategoriesQuery } from '../queries.ts'

type Props = {
  parentId: number | null
  /** How many subcategories the tree knows of: the room that is kept for them. */
  expected: number
}

/** Up to twelve subcategories as exercise books; only those with a picture. Nothing when there are none. */
export function CategoryTiles({ parentId, expected }: Props) {
  const { data, isPending } = useQuery(subcategoriesQuery(parentId))
  const tiles = (data ?? [])
    .filter((tile) => tile.firstProductImage !== null)
    .slice(0, limits.subcategoryTiles)
  const look = parentId === null ? 'tiles tiles-alone' : 'tiles'
  if (isPending) {
    return expected === 0 ? null : (
      <ul className={look} aria-hidden="true">
        {Array.from({ length: Math.min(expected, limits.subcategoryTiles) }, (_, at) => at).map((at) => (
          // trap: a key that a tile may have too would carry the plate over to the tile's place.
          <li key={`plate-${at}`}>
            <span className="skeleton tile-plate" />
          </li>
        ))}
      </ul>
    )
  }
  if (tiles.length === 0) return null
  return (
    <ul className={look} aria-label="Subcategories">
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
