import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { categoryTree, pathTo } from './category.ts'
import { CategoryTree } from './category-tree.tsx'
import { categoriesQuery } from './queries.ts'

type Props = { selected: number | null; onSelect: (id: number | null) => void }

/** The category tree with its heading. A failed fetch leaves the sidebar without it. */
export function CategorySidebar({ selected, onSelect }: Props) {
  const { data: flat = [], isLoading } = useQuery(categoriesQuery())
  if (isLoading) return <Waiting />
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

/** The height of a usual shop's top level, so that what is below does not move. */
function Waiting() {
  return (
    <div className="side-block" aria-hidden="true">
      <h2>
        <Skeleton width="60%" />
      </h2>
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <Skeleton key={at} height="2rem" className="side-wait" />
      ))}
    </div>
  )
}
