import { useQuery } from '@tanstack/react-query'
import { categoryTree, pathTo } from './category.ts'
import { CategoryTree } from './category-tree.tsx'
import { categoriesQuery } from './queries.ts'

type Props = { selected: number | null; onSelect: (id: number | null) => void }

/** The category tree with its heading. A failed fetch leaves the sidebar without it (specification §8). */
export function CategorySidebar({ selected, onSelect }: Props) {
  const { data: flat = [] } = useQuery(categoriesQuery())
  if (flat.length === 0) return null
  return (
    <section className="side-block" aria-labelledby="side-categories">
      <h2 id="side-categories">Browse by category</h2>
      <CategoryTree
        tree={categoryTree(flat)}
        selected={selected}
        path={selected === null ? [] : pathTo(selected, flat)}
        onSelect={onSelect}
      />
    </section>
  )
}
