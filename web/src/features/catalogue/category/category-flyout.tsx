import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '../queries.ts'
import { type CategoryNode, categoryTree } from './category.ts'
import { CategoryRow } from './category-row.tsx'
import { useHoverIntent } from './use-hover-intent.ts'

/** The category dropdown. Each level opens next to the previous one, on a click or on hover. */
export function CategoryFlyout() {
  const { data: flat = [], isLoading } = useQuery(categoriesQuery())
  if (flat.length === 0) {
    return <p role="status">{isLoading ? 'Loading...' : 'No categories to show just now.'}</p>
  }
  return <FlyoutLevel nodes={categoryTree(flat)} images />
}

function FlyoutLevel({ nodes, images = false }: { nodes: readonly CategoryNode[]; images?: boolean }) {
  const [open, setOpen] = useState<number | null>(null)
  const { schedule, cancel } = useHoverIntent()
  return (
    <ul className="category-level">
      {nodes.map((node) => (
        <li
          key={node.id}
          className={open === node.id ? 'is-open' : undefined}
          onPointerEnter={(event) =>
            schedule(event, () => setOpen(node.children.length > 0 ? node.id : null))
          }
          onPointerLeave={cancel}
        >
          <CategoryRow
            node={node}
            image={images}
            open={open === node.id}
            onToggle={() => setOpen(open === node.id ? null : node.id)}
            opens="right"
          />
          {open === node.id ? <FlyoutLevel nodes={node.children} /> : null}
        </li>
      ))}
    </ul>
  )
}
