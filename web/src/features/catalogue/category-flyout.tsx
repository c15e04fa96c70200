import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { categoryPath } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { type CategoryNode, categoryTree } from './category.ts'
import { CategoryPicture } from './category-picture.tsx'
import { categoriesQuery } from './queries.ts'

/** Milliseconds a pointer must rest on a category before its own open: a way past it opens nothing. */
const INTENT = 150

/** The categories of the dropdown, each level beside the one before. Buttons open them; hovering is an extra. */
export function CategoryFlyout() {
  const { data: flat = [] } = useQuery(categoriesQuery())
  if (flat.length === 0) return <p className="flyout flyout-empty">No categories to show right now.</p>
  return (
    <div className="flyout">
      <FlyoutLevel nodes={categoryTree(flat)} pictures />
    </div>
  )
}

function FlyoutLevel({ nodes, pictures = false }: { nodes: readonly CategoryNode[]; pictures?: boolean }) {
  const [open, setOpen] = useState<number | null>(null)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const hover = (node: CategoryNode) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(node.children.length > 0 ? node.id : null), INTENT)
  }

  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.id} className={open === node.id ? 'flyout-open' : undefined}>
          <div
            className="flyout-row"
            onPointerEnter={hover(node)}
            onPointerLeave={() => clearTimeout(timer.current)}
          >
            <Link to={categoryPath(node.id)} state={{ categoryId: node.id }}>
              {pictures ? <CategoryPicture category={node} /> : null}
              {node.name}
            </Link>
            {node.children.length > 0 ? (
              <button
                type="button"
                className="icon-button"
                aria-expanded={open === node.id}
                aria-label={`More in ${node.name}`}
                onClick={() => setOpen(open === node.id ? null : node.id)}
              >
                <Icon name="chevron-right" />
              </button>
            ) : null}
          </div>
          {open === node.id ? <FlyoutLevel nodes={node.children} /> : null}
        </li>
      ))}
    </ul>
  )
}
