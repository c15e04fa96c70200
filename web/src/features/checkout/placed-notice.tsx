import { env } from '../../config/env.ts'
import { paths, phoneUrl } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { formatMoney, formatSum } from '../../domain/money.ts'
import { detailsMessage } from '../../domain/order-details.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { WhatsAppLink } from '../../ui/page/whatsapp-link.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { useOrderDetails } from './order-details.ts'
import { storePlacedOrder, usePlacedOrder } from './placed-order.ts'
import './placed-notice.scss'

/** A notice with the number, total and delivery of the last order. Shown until it is dismissed. */
export function PlacedNotice() {
  const order = usePlacedOrder()
  const allDetails = useOrderDetails()
  if (order === null) return null
  const { id, amount, delivery } = order
  const details = id === null ? undefined : allDetails.get(id)
  return (
    <>
      <CheckoutSteps current="Done" />
      <section className="placed-notice" aria-labelledby="placed-order">
        <Icon name="check" />
        <div>
          <h2 id="placed-order">{id === null ? 'Your order is placed' : `Order #${id} is placed`}</h2>
          <p>
            <strong className="money">{formatMoney(amount)}</strong> paid
            {delivery?.address ? (
              <>
                , including <span className="money">{formatSum(delivery.fee)}</span> for delivery
              </>
            ) : null}
            .{' '}
            {delivery === null
              ? null
              : delivery.address === null
                ? 'Collect it at the shop or send your boda.'
                : `We'll deliver it to ${delivery.address} today or within 1–2 business days.`}
          </p>
          <p>
            You'll find it, with its invoice, under <Link to={`${paths.account}?tab=orders`}>Orders</Link>.
            Questions? Call <a href={phoneUrl(store.phones[0])}>{store.phones[0]}</a>.
          </p>
          {id === null || details === undefined || env.sendDeliveryNote ? null : (
            <>
              <p>
                Please send us your delivery note{details.choices.length > 0 ? ' and chosen options' : ''}{' '}
                too.
              </p>
              <WhatsAppLink message={detailsMessage(id, details)} number={store.whatsapp}>
                Send on WhatsApp
              </WhatsAppLink>
            </>
          )}
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label="Dismiss"
          onClick={() => storePlacedOrder(null)}
        >
          <Icon name="close" />
        </button>
      </section>
    </>
  )
}
