import { categoryImageUrl } from 'contracts/images'
import { useState } from 'react'
import { categoryPath } from '../../../config/paths.ts'
import { coverColour } from '../../../domain/product.ts'
import { useIsDataSaverOn } from '../../../platform/data-saver.ts'
import { IconButton } from '../../../ui/media/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { CategoryNode, ShopCategory } from './category.ts'
import { useCategories } from './use-categories.ts'
import { useHoverIntent } from './use-hover-intent.ts'
import './category-levels.scss'

type Props = {
  /** The position of the subcategories. On the right, they also open on hover. */
  opens: 'down' | 'right'
  onGo?: (() => void) | undefined
}

export function CategoryLevels(props: Props) {
  /** The open category of each level, from the top. */
  const [opened, setOpened] = useState<readonly number[]>([])
  const { list, categories, tree, canOpen } = useCategories({ opened })
  if (categories.length === 0) {
    return <p role="status">{list.isLoading ? 'Loading...' : 'No categories to show just now.'}</p>
  }
  return (
    <CategoryLevel
      nodes={tree}
      level={0}
      opened={opened}
      onOpen={(id, level) => setOpened([...opened.slice(0, level), ...(id === null ? [] : [id])])}
      canOpen={canOpen}
      {...props}
    />
  )
}

type LevelProps = Props & {
  nodes: readonly CategoryNode[]
  /** 0 for the top level, whose categories have images. */
  level: number
  opened: readonly number[]
  /** Opens a category of a level; null closes the open one. */
  onOpen: (id: number | null, level: number) => void
  canOpen: (node: CategoryNode) => boolean
}

function CategoryLevel({ nodes, ...props }: LevelProps) {
  const { level, opened, onOpen, canOpen, opens, onGo } = props
  const open = opened[level] ?? null
  const setOpen = (id: number | null) => onOpen(id, level)
  const { schedule, cancel } = useHoverIntent()
  return (
    <ul className={opens === 'right' ? 'category-level' : 'category-list'}>
      {nodes.map((node) => (
        <li
          key={node.id}
          className={open === node.id ? 'is-open' : undefined}
          onPointerEnter={(event) =>
            opens === 'right' && schedule(event, () => setOpen(canOpen(node) ? node.id : null))
          }
          onPointerLeave={cancel}
        >
          <div className="category-row d-flex align-items-center">
            <Link to={categoryPath(node.id)} state={{ categoryId: node.id }} onClick={onGo}>
              {level === 0 ? <CategoryImage category={node} /> : null}
              {node.name}
            </Link>
            {canOpen(node) ? (
              <IconButton
                icon={`chevron-${opens}`}
                label={`More in ${node.name}`}
                aria-expanded={open === node.id}
                onClick={() => setOpen(open === node.id ? null : node.id)}
              />
            ) : null}
          </div>
          {open === node.id && node.children.length > 0 ? (
            <CategoryLevel {...props} nodes={node.children} level={level + 1} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** A category's small image. Shows a plain exercise-book cover if there is no image or the data saver is on. */
function CategoryImage({ category }: { category: ShopCategory }) {
  const [hasFailed, setFailed] = useState(false)
  const isSavingData = useIsDataSaverOn()
  const url = categoryImageUrl(category.image_fullpath)
  return (
    <span className={`category-image tint-${coverColour(category.id)}`} aria-hidden="true">
      {url !== null && !hasFailed && !isSavingData ? (
        <img src={url} alt="" width="32" height="32" loading="lazy" onError={() => setFailed(true)} />
      ) : null}
    </span>
  )
}
