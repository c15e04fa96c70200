import { limits } from '../../../config/limits.ts'
import { paths } from '../../../config/paths.ts'
import { store } from '../../../config/store.ts'
import { readBookFacts } from '../../../domain/book-facts.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { ShopProduct } from '../../../domain/product.ts'
import { SCHOOL_CLASSES, schoolClassesOf } from '../../../domain/school-class.ts'
import { Icon } from '../../../ui/media/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'

/** What a shopper asks before buying: what delivery costs, how long it takes, who wrote it and for which class. */
export function ProductFacts({ product }: { product: ShopProduct }) {
  const about = aboutBook(product)
  return (
    <ul className="buy-facts small">
      {about === '' ? null : (
        <li>
          <Icon name="book" />
          <span>{about}</span>
        </li>
      )}
      <li>
        <Icon name="truck" />
        <span>
          Delivery {formatMoney(store.deliveryPerKm)} per km ({formatMoney(limits.flatFee)} beyond{' '}
          {limits.flatFeeBeyond} km). Collecting is free.
        </span>
      </li>
      <li>
        <Icon name="clock" />
        <span>
          Delivered the {store.deliveryTime}.{' '}
          <Link to={paths.refund}>Return it within {limits.returnDays} days</Link>.
        </span>
      </li>
    </ul>
  )
}

/** The author, the class and the publisher, as far as name and text hold them. */
function aboutBook(product: ShopProduct): string {
  const { author, publisher } = readBookFacts(product.description)
  const classes = schoolClassesOf(product)
  return [
    author === null ? '' : `By ${author}`,
    classes.length === 0 ? '' : `For ${classesInWords(classes)}`,
    publisher === null ? '' : `Published by ${publisher}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** "P4", "P5 and P6", "P4 to P7", "P1, P3 and S1". */
function classesInWords(classes: readonly string[]): string {
  const [first = ''] = classes
  const last = classes.at(-1) ?? first
  const at = SCHOOL_CLASSES.indexOf(first)
  if (classes.length > 2 && SCHOOL_CLASSES[at + classes.length - 1] === last) return `${first} to ${last}`
  return classes.length < 2 ? first : `${classes.slice(0, -1).join(', ')} and ${last}`
}
