import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { type CartItem, totalPrice } from '../../domain/cart-item.ts'
import { formatKilometres } from '../../domain/delivery-fee.ts'
import { Link } from '../../ui/page/link.tsx'
import { PickupPointLine } from '../../ui/page/pickup-point.tsx'
import type { Delivery } from './chosen-delivery.ts'

type Props = {
  delivery: Delivery | null
  items: readonly CartItem[]
  /** Whether the order is paid or belongs to an attempt. If so, its delivery can't change. */
  isFixed: boolean
}

export function DeliverySection({ delivery, items, isFixed }: Props) {
  return (
    <section className="sheet" aria-labelledby="delivery">
      <h2 id="delivery">Delivery</h2>
      <div className="d-flex flex-wrap align-items-center justify-content-between gap-2">
        <DeliveryText delivery={delivery} isFixed={isFixed} />
        {isFixed ? null : (
          <Link
            className={delivery === null ? 'btn btn-primary' : undefined}
            to={paths.preCheck}
            state={{ cartItems: items, totalPrice: totalPrice(items) }}
          >
            {delivery === null ? 'Choose delivery' : 'Change delivery'}
          </Link>
        )}
      </div>
      {delivery?.note ? (
        <p className="mt-2">
          <span className="d-block small muted">Delivery note</span> {delivery.note}
        </p>
      ) : null}
    </section>
  )
}

function DeliveryText({ delivery, isFixed }: Pick<Props, 'delivery' | 'isFixed'>) {
  if (delivery === null) return <p>{isFixed ? 'Unknown' : 'How would you like to get your order?'}</p>
  if (delivery.address !== null)
    return <p>Home Delivery, {formatKilometres(delivery.distance)} from the shop.</p>
  return (
    <p>
      Collect it {store.hours}, at <PickupPointLine />
    </p>
  )
}

/** Returns the address line of the billing form; null if no delivery is chosen. */
export function addressLine(delivery: Delivery | null): string | null {
  if (delivery === null) return null
  return delivery.address === null ? 'Self pick or send your boda' : delivery.address.address
}
