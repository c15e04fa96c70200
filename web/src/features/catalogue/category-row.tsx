import { categoryPath } from '../../config/paths.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import type { CategoryNode } from './category.ts'
import { CategoryPicture } from './category-picture.tsx'
import './category-row.scss'

type Props = {
  node: CategoryNode
  /** The top level shows each category's picture. */
  picture: boolean
  open: boolean
  onToggle: () => void
  /** Where its own categories appear. */
  opens: 'down' | 'right'
  onGo?: (() => void) | undefined
}

/** A category in a menu: the way to its page, and a button for those below it. */
export function CategoryRow({ node, picture, open, onToggle, opens, onGo }: Props) {
  return (
    <div className="category-row">
      <Link to={categoryPath(node.id)} state={{ categoryId: node.id }} onClick={onGo}>
        {picture ? <CategoryPicture category={node} /> : null}
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
