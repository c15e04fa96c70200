import { useQueries, useQuery } from '@tanstack/react-query'
import { categoriesQuery, categoryPathQuery, childCategoriesQuery, hasRootsOnly } from '../queries.ts'
import { type CategoryNode, categoryTree, type ShopCategory, withoutDuplicates } from './category.ts'

type CategoryOptions = {
  /** Categories whose children are shown. On a host that lists roots only, they are requested one level ahead. */
  opened?: readonly number[]
  /** The category of the page. */
  current?: number | null
  /** Whether to request them. */
  enabled?: boolean
}

/** Returns the host's categories. If it lists only roots, also requests the children of the categories in `opened`. */
export function useCategories({ opened = [], current = null, enabled = true }: CategoryOptions = {}) {
  const list = useQuery({ ...categoriesQuery(), enabled })
  const listed = list.data ?? NONE
  const isLazy = hasRootsOnly(listed)
  const path = useQuery({ ...categoryPathQuery(current ?? 0), enabled: isLazy && current !== null })
  const shown = useChildren(isLazy ? opened : [])
  const roots = new Set(listed.map(({ id }) => id))
  const next = useChildren(
    isLazy ? shown.children.flatMap(({ id, parent_id }) => (roots.has(parent_id) ? [id] : [])) : [],
  )
  const categories = withoutDuplicates([
    ...listed,
    ...(path.data ?? NONE),
    ...shown.children,
    ...next.children,
  ])
  const loaded = new Set([...shown.loaded, ...next.loaded])
  return {
    list,
    categories,
    tree: categoryTree(categories),
    isLazy,
    /** Whether the name of the current category is still being looked up. */
    isNaming: isLazy && current !== null && path.isFetching,
    /** Whether a category has children, or may have some that have not been requested. */
    canOpen: ({ id, parent_id, children }: CategoryNode) =>
      children.length > 0 || (isLazy && parent_id === 0 && !loaded.has(id)),
  }
}

const NONE: readonly ShopCategory[] = []

function useChildren(parents: readonly number[]) {
  return useQueries({
    queries: parents.map((parent) => childCategoriesQuery(parent)),
    combine: (results) => ({
      children: results.flatMap(({ data }) => data ?? []),
      loaded: parents.filter((_, index) => !results[index]?.isPending),
    }),
  })
}
