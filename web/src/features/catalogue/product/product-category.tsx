import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { categoryPath } from '../../../config/paths.ts'
import { mainCategoryId, type ShopProduct } from '../../../domain/product.ts'
import { Link } from '../../../ui/page/link.tsx'
import { type Crumb, trailTo } from '../category/breadcrumbs.tsx'
import { categoriesQuery, productCategoriesQuery } from '../queries.ts'

/** Returns the breadcrumb trail of a product, and the text that names its main category. */
export function useProductCategory(product: ShopProduct): { trail: Crumb[]; categoryText: ReactNode } {
  const { data: listedCategories = [], isPending, failureCount } = useQuery(categoriesQuery())
  const { data: unlistedCategories = [], isLoading } = useQuery({
    ...productCategoriesQuery(product.id ?? ''),
    enabled: product.id !== null,
  })
  const categories = [...listedCategories, ...unlistedCategories]
  const categoryId = mainCategoryId(product)
  const category = categories.find(({ id }) => id === categoryId)
  const isNameLoading = ((isPending && failureCount === 0) || isLoading) && categoryId !== null
  // The ids are sorted from the top level down. The host may list only some of them.
  const deepest = [...product.category_ids]
    .reverse()
    .find((listedId) => categories.some(({ id }) => id === listedId))
  return {
    trail: trailTo(deepest ?? category?.id ?? null, categories),
    categoryText: nameCategory(category, product.category, isNameLoading),
  }
}

/** @param ownName the name in the product, which is used if the categories lack it */
function nameCategory(category: Crumb | undefined, ownName: string | null, isLoading: boolean): ReactNode {
  if (category)
    return (
      <>
        in{' '}
        <Link to={categoryPath(category.id)} state={{ categoryId: category.id }}>
          {category.name}
        </Link>
      </>
    )
  if (ownName !== null) return `in ${ownName}`
  // A no-break space reserves the line until the category's name is known.
  return isLoading ? '\u00a0' : 'No category available'
}
