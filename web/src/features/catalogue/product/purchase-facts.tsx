import { paths } from '../../../config/paths.ts'
import { deliveryTime, RETURN_DAYS } from '../../../config/store.ts'
import { homeDeliveryFeeOf, lastDelivery } from '../../../domain/delivery-fee.ts'
import { formatSum } from '../../../domain/money.ts'
import { isInStock, type ShopProduct } from '../../../domain/product.ts'
import { classesInWords, schoolClassesOf } from '../../../domain/school-class.ts'
import { Icon } from '../../../ui/media/icon.tsx'
import { Link } from '../../../ui/page/link.tsx'

/** A distance within the town, for an example of the fee, in kilometres. */
const EXAMPLE_KM = 5

type FactsProps = {
  product: ShopProduct
  /** The delivery rate in shillings per kilometre. */
  rate: number
  /** The kilometres to the customer's saved address; null if there is none. */
  distance: number | null
}

export function PurchaseFacts({ product, rate, distance }: FactsProps) {
  const classes = schoolClassesOf(product)
  const last = lastDelivery.use()
  const delivery =
    distance !== null
      ? `Delivery ${formatSum(homeDeliveryFeeOf(distance, rate) ?? 0)} to your saved address.`
      : last.fee !== null
        ? `Delivery to ${last.address} was ${formatSum(last.fee)} last time.`
        : `Delivery about ${formatSum(homeDeliveryFeeOf(EXAMPLE_KM, rate) ?? 0)} for ${EXAMPLE_KM} km.`
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
