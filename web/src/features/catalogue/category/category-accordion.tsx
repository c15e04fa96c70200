import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '../queries.ts'
import { type CategoryNode, categoryTree } from './category.ts'
import { CategoryRow } from './category-row.tsx'

/** The category menu for phones. Subcategories open below their parent. */
export function CategoryAccordion({ onGo }: { onGo: () => void }) {
  const { data: flat = [] } = useQuery(categoriesQuery())
  return <AccordionLevel nodes={categoryTree(flat)} onGo={onGo} images />
}

type LevelProps = { nodes: readonly CategoryNode[]; onGo: () => void; images?: boolean }

function AccordionLevel({ nodes, onGo, images = false }: LevelProps) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <ul className="accordion-menu">
      {nodes.map((node) => (
        <li key={node.id}>
          <CategoryRow
            node={node}
            image={images}
            open={open === node.id}
            onToggle={() => setOpen(open === node.id ? null : node.id)}
            opens="down"
            onGo={onGo}
          />
          {open === node.id ? <AccordionLevel nodes={node.children} onGo={onGo} /> : null}
        </li>
      ))}
    </ul>
  )
}
