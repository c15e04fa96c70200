import { categoryImageUrl } from 'contracts/images'
import { useState } from 'react'
import { useDataSaver } from '../../ui/media/use-data-saver.ts'
import type { ShopCategory } from './category.ts'
import { coverColour } from './cover-colour.ts'

/** A category's small picture; an exercise-book cover in its colour where there is none, and with the data saver on. */
export function CategoryPicture({ category }: { category: ShopCategory }) {
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
