import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RetryButton } from '../../../ui/feedback/load-states.tsx'
import { Skeleton } from '../../../ui/loading/placeholders.tsx'
import { IconButton } from '../../../ui/media/icon.tsx'
import { hasFailedRepeatedly } from '../product-list.tsx'
import { type CategoryNode, pathTo } from './category.ts'
import { useCategories } from './use-categories.ts'

type Props = {
  selected: number | null
  onSelect: (id: number | null) => void
}

/** The category tree with its heading. */
export function CategorySidebar({ selected, onSelect }: Props) {
  const [opened, setOpened] = useState<readonly number[]>([])
  const { list, categories, tree, canOpen } = useCategories({ opened, current: selected })
  if (!list.data && hasFailedRepeatedly(list)) return <SidebarFailure query={list} />
  if (list.isPending) return <SidebarSkeleton />
  if (categories.length === 0) return null
  return (
    <section className="side-block" aria-labelledby="side-categories">
      <h2 className="h3" id="side-categories">
        Browse by category
      </h2>
      <p id="side-one" className="small muted mb-1">
        Tick one to see its products.
      </p>
      <CategoryTree
        tree={tree}
        selected={selected}
        path={selected === null ? [] : pathTo(selected, categories)}
        onSelect={onSelect}
        canOpen={canOpen}
        onOpened={setOpened}
      />
    </section>
  )
}

/** Not an alert, because the list next to it says the same of its products. */
function SidebarFailure({ query }: { query: Pick<UseQueryResult, 'isError' | 'refetch'> }) {
  return (
    <div className="side-block">
      <p>We couldn't load the categories.</p>
      {query.isError ? <RetryButton onRetry={() => void query.refetch()} /> : null}
    </div>
  )
}

/** A placeholder with the height of a typical top level, so that the content below doesn't move. */
function SidebarSkeleton() {
  return (
    <div className="side-block" aria-hidden="true">
      <h2 className="h3">
        <Skeleton width="60%" />
      </h2>
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <Skeleton key={at} height="2rem" className="mt-3" />
      ))}
    </div>
  )
}

type CategoryTreeProps = {
  tree: readonly CategoryNode[]
  selected: number | null
  /** The selected category and its ancestors, which are open initially. */
  path: readonly number[]
  /** Called with null when the selected category is unticked. */
  onSelect: (id: number | null) => void
  canOpen: (node: CategoryNode) => boolean
  onOpened: (ids: readonly number[]) => void
}

/** Returns the ids of the open nodes. The ancestors of the selected category open when it is selected. */
function useOpenNodes(path: readonly number[], onOpened: (ids: readonly number[]) => void) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set(path.slice(0, -1)))
  const ancestors = path.slice(0, -1).join()

  useEffect(() => {
    if (ancestors !== '') setOpen((before) => new Set([...before, ...ancestors.split(',').map(Number)]))
  }, [ancestors])

  useEffect(() => onOpened([...open]), [open, onOpened])

  const toggle = (id: number) => {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }
  return { open, toggle }
}

/** The category tree. At most one checkbox is ticked. Each node opens and closes independently. */
function CategoryTree({ tree, selected, path, onSelect, canOpen, onOpened }: CategoryTreeProps) {
  const { open, toggle } = useOpenNodes(path, onOpened)
  // The checkbox changes immediately, even if the category's page loads slowly.
  const [ticked, setTicked] = useState(selected)

  useEffect(() => setTicked(selected), [selected])

  const tick = (id: number) => {
    const nextId = ticked === id ? null : id
    setTicked(nextId)
    onSelect(nextId)
  }

  const level = (nodes: readonly CategoryNode[]) => (
    <ul className="category-tree">
      {nodes.map((node) => (
        <li key={node.id}>
          <div className="d-flex align-items-center">
            <label>
              <input
                type="checkbox"
                className="form-check-input"
                checked={ticked === node.id}
                onChange={() => tick(node.id)}
              />
              {node.name}
            </label>
            {canOpen(node) ? (
              <IconButton
                icon="chevron-down"
                label={`More in ${node.name}`}
                aria-expanded={open.has(node.id)}
                onClick={() => toggle(node.id)}
              />
            ) : null}
          </div>
          {open.has(node.id) && node.children.length > 0 ? level(node.children) : null}
        </li>
      ))}
    </ul>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset adds a legend, and the heading is the name
    <div role="group" aria-labelledby="side-categories" aria-describedby="side-one">
      {level(tree)}
    </div>
  )
}
