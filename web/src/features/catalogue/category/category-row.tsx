import { categoryPath } from '../../../config/paths.ts'
import { Icon } from '../../../ui/media/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { CategoryNode, ShopCategory } from './category.ts'
import './category-menu.scss'
import { categoryImageUrl } from 'contracts/images'
import { useState } from 'react'
import { coverColour } from '../../../domain/product.ts'
import { useDataSaver } from '../../../platform/data-saver.ts'

type Props = {
  node: CategoryNode
  /** Whether to show the category's image. True for the top level. */
  image: boolean
  open: boolean
  onToggle: () => void
  /** Where the subcategories appear. */
  opens: 'down' | 'right'
  onGo?: (() => void) | undefined
}

/** A category in a menu: a link to its page and a button for its subcategories. */
export function CategoryRow({ node, image, open, onToggle, opens, onGo }: Props) {
  return (
    <div className="category-row d-flex align-items-center">
      <Link to={categoryPath(node.id)} state={{ categoryId: node.id }} onClick={onGo}>
        {image ? <CategoryImage category={node} /> : null}
        {node.name}
      </Link>
      {node.children.length > 0 ? (
        <button
          type="button"
          className="icon-button"
          aria-expanded={open}
          aria-label={`More in ${node.name}`}
          onClick={onToggle}
        >
          <Icon name={`chevron-${opens}`} />
        </button>
      ) : null}
    </div>
  )
}

/** A category's small image. Shows a plain exercise-book cover if there is no image or the data saver is on. */
function CategoryImage({ category }: { category: ShopCategory }) {
  const [failed, setFailed] = useState(false)
  const saves = useDataSaver()
  const url = categoryImageUrl(category.image_fullpath)
  return (
    <span className={`category-picture tint-${coverColour(category.id)}`} aria-hidden="true">
      {url !== null && !failed && !saves ? (
        <img src={url} alt="" width="32" height="32" loading="lazy" onError={() => setFailed(true)} />
      ) : null}
    </span>
  )
}
