import { limits } from '../../../config/limits.ts'
import { paths } from '../../../config/paths.ts'
import { store } from '../../../config/store.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { ShopProduct } from '../../../domain/product.ts'
import { CAPITAL, LETTER, SCHOOL_CLASSES, schoolClassesOf } from '../../../domain/school-class.ts'
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
          Delivery {formatMoney(store.deliveryPerKm)} per km, a flat {formatMoney(limits.flatFee)} beyond{' '}
          {limits.flatFeeBeyond} km. Free to collect.
        </span>
      </li>
      <li>
        <Icon name="clock" />
        <span>
          {store.deliveryTime}. <Link to={paths.refund}>{limits.returnDays} days to return it</Link>.
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

/** A word of a name: "Achebe", "T.", "p'Bitek". */
const WORD = String.raw`(?:[${CAPITAL}]\.|[${CAPITAL}][${LETTER}'’-]+|[a-z]['’][${CAPITAL}][${LETTER}'’-]+)`
const NAME = String.raw`${WORD}(?:\s(?:(?:and|with|wa|de|van|von|of|&)\s)?${WORD}){0,7}`
/** A sentence that is nothing but "By" and a name, or a name and a year. */
const AUTHOR = new RegExp(String.raw`(?:^|[.!?…]\s)By (${NAME})\s?(?:,\s\d{4}\s?)?\.`)
const PUBLISHER = new RegExp(String.raw`\b[Pp]ublished by (${NAME})`)

/** Letters of a description that are looked through. */
const CHARACTERS = 5_000

/** Who wrote and who published a book, as its text says it; null where it does not. */
type BookFacts = { author: string | null; publisher: string | null }

/** @param description HTML, as the host sends it */
export function readBookFacts(description: string): BookFacts {
  const text = description
    .slice(0, CHARACTERS)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { author: AUTHOR.exec(text)?.[1] ?? null, publisher: PUBLISHER.exec(text)?.[1] ?? null }
}
