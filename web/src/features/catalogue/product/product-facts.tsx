import { useState } from 'react'
import { paths } from '../../../config/paths.ts'
import { deliveryTime, RETURN_DAYS } from '../../../config/store.ts'
import { readBookFacts } from '../../../domain/book-facts.ts'
import { deliveryFee, lastDelivery } from '../../../domain/delivery-fee.ts'
import { formatSum } from '../../../domain/money.ts'
import { isInStock, type ShopProduct } from '../../../domain/product.ts'
import { SCHOOL_CLASSES, schoolClassesOf } from '../../../domain/school-class.ts'
import { Icon } from '../../../ui/media/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'

/** A distance within the town, for an example of the fee, in kilometres. */
const EXAMPLE_KM = 5

type FactsProps = {
  product: ShopProduct
  /** The delivery rate in shillings per kilometre. */
  rate: number
  /** The kilometres to the customer's saved address; null if there is none. */
  distance: number | null
}

export function ProductFacts({ product, rate, distance }: FactsProps) {
  const classes = schoolClassesOf(product)
  const last = lastDelivery.use()
  const delivery =
    distance !== null
      ? `Delivery ${formatSum(deliveryFee(distance, rate) ?? 0)} to your saved address.`
      : last.fee !== null
        ? `Delivery to ${last.address} was ${formatSum(last.fee)} last time.`
        : `Delivery about ${formatSum(EXAMPLE_KM * rate)} for ${EXAMPLE_KM} km.`
  return (
    <ul className="product-facts d-grid gap-1 small">
      {classes.length === 0 ? null : (
        <li className="d-flex gap-2">
          <Icon name="book" />
          <span>For {classesInWords(classes)}</span>
        </li>
      )}
      <li className="d-flex gap-2">
        <Icon name="truck" />
        <span>{delivery} Collecting is free.</span>
      </li>
      <li className="d-flex gap-2">
        <Icon name="clock" />
        <span>
          {isInStock(product) ? `Delivered ${deliveryTime}. ` : null}
          <Link to={paths.refund}>Return it within {RETURN_DAYS} days</Link>.
        </span>
      </li>
    </ul>
  )
}

const TABS = [
  { id: 'details', label: 'Details' },
  { id: 'reviews', label: 'Reviews' },
  { id: 'questions', label: 'Q&A' },
] as const

export function ProductTabs({ product }: { product: ShopProduct }) {
  const [selected, setSelected] = useState<(typeof TABS)[number]['id']>('details')
  return (
    <section className="sheet" aria-label="About this product">
      <Tabs
        label="About this product"
        tabs={TABS}
        selected={selected}
        onSelect={setSelected}
        orientation="horizontal"
        activatesOnFocus
        className="product-tabs"
      >
        {selected === 'details' ? (
          <BookDetails product={product} />
        ) : (
          <p>{selected === 'reviews' ? 'No Reviews Yet' : 'No questions or answers yet.'}</p>
        )}
      </Tabs>
    </section>
  )
}

function BookDetails({ product }: { product: ShopProduct }) {
  const choices = product.choice_options.map(({ title, options }) => [title, options.join(', ')] as const)
  const details = [...bookDetails(product), ...choices]
  if (details.length === 0) return <p>No further details.</p>
  return (
    <table className="ruled-table">
      <tbody>
        {details.map(([title, text], index) => (
          <tr key={`${title}-${index}`}>
            <th scope="row">{title}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the known facts about a book, each with a title. */
export function bookDetails(product: ShopProduct): [title: string, text: string][] {
  const { publisher, year } = readBookFacts(product.description)
  const classes = schoolClassesOf(product)
  const details: [string, string | null][] = [
    ['Author', product.author],
    ['Class', classes.length === 0 ? null : classesInWords(classes)],
    ['Publisher', publisher],
    ['First published', year],
    ['ISBN', product.isbn],
  ]
  return details.flatMap(([title, text]) => (text === null ? [] : [[title, text]]))
}

/** Formats classes as "P4", "P5 and P6", "P4 to P7" or "P1, P3 and S1". */
function classesInWords(classes: readonly string[]): string {
  const [first = ''] = classes
  const last = classes.at(-1) ?? first
  const at = SCHOOL_CLASSES.indexOf(first)
  if (classes.length > 2 && SCHOOL_CLASSES[at + classes.length - 1] === last) return `${first} to ${last}`
  return classes.length < 2 ? first : `${classes.slice(0, -1).join(', ')} and ${last}`
}
