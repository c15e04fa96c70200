import { useQuery } from '@tanstack/react-query'
import { categoryImageUrl } from 'contracts/images'
import { useState } from 'react'
import { categoryPath } from '../../../config/paths.ts'
import { coverColour } from '../../../domain/product.ts'
import { useDataSaver } from '../../../platform/data-saver.ts'
import { IconButton } from '../../../ui/media/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { categoriesQuery } from '../queries.ts'
import { type CategoryNode, categoryTree, type ShopCategory } from './category.ts'
import { useHoverIntent } from './use-hover-intent.ts'
import './category-levels.scss'

type Props = {
  /** Where the subcategories appear. On the right, they also open on hover. */
  opens: 'down' | 'right'
  onGo?: (() => void) | undefined
}

export function CategoryLevels(props: Props) {
  const { data: flat = [], isLoading } = useQuery(categoriesQuery())
  if (flat.length === 0) {
    return <p role="status">{isLoading ? 'Loading...' : 'No categories to show just now.'}</p>
  }
  return <CategoryLevel nodes={categoryTree(flat)} images {...props} />
}

type LevelProps = Props & {
  nodes: readonly CategoryNode[]
  /** Whether to show images, which only top-level categories have. */
  images: boolean
}

function CategoryLevel({ nodes, images, opens, onGo }: LevelProps) {
  const [open, setOpen] = useState<number | null>(null)
  const { schedule, cancel } = useHoverIntent()
  return (
    <ul className={opens === 'right' ? 'category-level' : 'category-list'}>
      {nodes.map((node) => (
        <li
          key={node.id}
          className={open === node.id ? 'is-open' : undefined}
          onPointerEnter={(event) =>
            opens === 'right' && schedule(event, () => setOpen(node.children.length > 0 ? node.id : null))
          }
          onPointerLeave={cancel}
        >
          <div className="category-row d-flex align-items-center">
            <Link to={categoryPath(node.id)} state={{ categoryId: node.id }} onClick={onGo}>
              {images ? <CategoryImage category={node} /> : null}
              {node.name}
            </Link>
            {node.children.length > 0 ? (
              <IconButton
                icon={`chevron-${opens}`}
                label={`More in ${node.name}`}
                aria-expanded={open === node.id}
                onClick={() => setOpen(open === node.id ? null : node.id)}
              />
            ) : null}
          </div>
          {open === node.id ? (
            <CategoryLevel nodes={node.children} images={false} opens={opens} onGo={onGo} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** A category's small image. Shows a plain exercise-book cover if there is no image or the data saver is on. */
function CategoryImage({ category }: { category: ShopCategory }) {
  const [failed, setFailed] = useState(false)
  const saves = useDataSaver()
  const url = categoryImageUrl(category.image_fullpath)
  return (
    <span className={`category-image tint-${coverColour(category.id)}`} aria-hidden="true">
      {url !== null && !failed && !saves ? (
        <img src={url} alt="" width="32" height="32" loading="lazy" onError={() => setFailed(true)} />
      ) : null}
    </span>
  )
}
