import { categoryPath, paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/page/link.tsx'
import { pathTo, type ShopCategory } from './category.ts'

export type Crumb = Pick<ShopCategory, 'id' | 'name'>

/** Returns the categories from the top level down to one; empty if it is unknown. */
export function trailTo(id: number | null, categories: readonly ShopCategory[]): Crumb[] {
  if (id === null) return []
  return pathTo(id, categories).flatMap((step) => categories.find((category) => category.id === step) ?? [])
}

type Props = {
  /** The categories above the page, from the top level. */
  trail: readonly Crumb[]
  /** The page's name; a product's is only its heading. */
  current?: string | undefined
}

/** Breadcrumb navigation through the categories. Reserves one line while they load, to avoid a layout shift. */
export function Breadcrumbs({ trail, current }: Props) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="category-crumbs">
        <li>
          <Link to={paths.categories}>Categories</Link>
        </li>
        {trail.map(({ id, name }) => (
          <li key={id}>
            <Link to={categoryPath(id)} state={{ categoryId: id }}>
              {name}
            </Link>
          </li>
        ))}
        {current === undefined ? null : <li aria-current="page">{current}</li>}
      </ol>
    </nav>
  )
}

/** Returns the breadcrumbs as a schema.org BreadcrumbList that ends with the page. */
export function breadcrumbJsonLd(trail: readonly Crumb[], page: string, origin: string): object {
  const steps = [
    { name: 'Home', item: origin + paths.home },
    ...trail.map(({ id, name }) => ({ name, item: origin + paths.category(id) })),
    { name: page },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}
