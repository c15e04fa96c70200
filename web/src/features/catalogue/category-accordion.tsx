import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { categoryPath } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { type CategoryNode, categoryTree } from './category.ts'
import { CategoryPicture } from './category-picture.tsx'
import { categoriesQuery } from './queries.ts'

/** The categories of the phones' menu: each level folds out under its parent. */
export function CategoryAccordion({ onGo }: { onGo: () => void }) {
  const { data: flat = [] } = useQuery(categoriesQuery())
  return <AccordionLevel nodes={categoryTree(flat)} onGo={onGo} pictures />
}

type LevelProps = { nodes: readonly CategoryNode[]; onGo: () => void; pictures?: boolean }

function AccordionLevel({ nodes, onGo, pictures = false }: LevelProps) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <ul className="accordion-menu">
      {nodes.map((node) => (
        <li key={node.id}>
          <div className="tree-row">
            <Link to={categoryPath(node.id)} state={{ categoryId: node.id }} onClick={onGo}>
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
                <Icon name="chevron-down" />
              </button>
            ) : null}
          </div>
          {open === node.id ? <AccordionLevel nodes={node.children} onGo={onGo} /> : null}
        </li>
      ))}
    </ul>
  )
}
