import { type Ref, useEffect, useRef, useState } from 'react'
import { phoneUrl } from '../../../config/contact-urls.ts'
import { env } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { deliveryTime, store } from '../../../config/store.ts'
import { detailsMessage, type LocalOrderDetails } from '../../../domain/local-details.ts'
import { formatMoney, formatSum } from '../../../domain/money.ts'
import { IconButton } from '../../../ui/media/icon.tsx'
import { ProductImage } from '../../../ui/media/product-image.tsx'
import { Dialog } from '../../../ui/overlay/lazy-overlay.tsx'
import { Link, WhatsAppLink } from '../../../ui/page/link.tsx'
import { PickupPoint } from '../../../ui/page/pickup-point.tsx'
import { CheckoutSteps } from '../checkout-steps.tsx'
import {
  isNewOrder,
  type OrderConfirmation,
  storePlacedOrder,
  takeNewOrderFlag,
  useLocalDetails,
  usePlacedOrder,
} from './placed-order.ts'
import '../checkout.scss'

const MAX_COVERS = 3

/**
 * A notice with the items, total and delivery of the last order. Shown until it is dismissed.
 * @param props.inCart the number of units in the cart. Once the shopper adds some, the notice is shortened.
 */
export function PlacedNotice({ inCart }: { inCart: number }) {
  const order = usePlacedOrder()
  const allDetails = useLocalDetails()
  const orderLink = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The heading stays in view.
    if (isNewOrder()) orderLink.current?.focus({ preventScroll: true })
  }, [])
  // The dialog opens once per order; afterwards, the notice's button opens it.
  const [isLinkOpen, setLinkOpen] = useState(false)
  const paymentUrl = order?.paymentUrl ?? null
  useEffect(() => {
    if (takeNewOrderFlag()) setLinkOpen(paymentUrl !== null)
  })
  const [isOpened, setOpened] = useState(false)
  // The cart of a new order may contain what was not ordered. The ordered units have been removed.
  const [unordered, setUnordered] = useState(() => (isNewOrder() ? inCart : 0))
  if (inCart < unordered) setUnordered(inCart)
  useEffect(() => {
    // The tapped button was removed with the line.
    if (isOpened) orderLink.current?.focus({ preventScroll: true })
  }, [isOpened])
  if (order === null) return null
  const { id } = order
  const details = id === null ? undefined : allDetails.get(id)
  // A payment that is due stays in full.
  if (inCart > unordered && !isOpened && paymentUrl === null)
    return <PlacedLine {...order} onOpen={() => setOpened(true)} />
  return (
    <>
      <CheckoutSteps current="Done" />
      <section className="placed-notice sheet mb-3" aria-labelledby="placed-order">
        <PlacedHeading id={id} />
        <IconButton icon="close" label="Dismiss" onClick={() => storePlacedOrder(null)} />
        <PlacedFacts {...order} />
        {details === undefined || details.note === '' ? null : (
          <p>
            <strong>Your delivery note:</strong> {details.note}
          </p>
        )}
        <PlacedActions
          id={id}
          details={details}
          orderLink={orderLink}
          onPay={paymentUrl === null ? null : () => setLinkOpen(true)}
        />
      </section>
      {paymentUrl !== null && isLinkOpen && (
        <PaymentLinkDialog url={paymentUrl} onClose={() => setLinkOpen(false)} />
      )}
    </>
  )
}

type ActionsProps = Pick<OrderConfirmation, 'id'> & {
  details: LocalOrderDetails | undefined
  orderLink: Ref<HTMLAnchorElement>
  /** Opens the payment link; null if no payment is due. */
  onPay: (() => void) | null
}

function PlacedActions({ id, details, orderLink, onPay }: ActionsProps) {
  return (
    <div className="placed-actions">
      {onPay !== null && (
        <button type="button" className="btn btn-primary" onClick={onPay}>
          Complete your payment
        </button>
      )}
      <Link
        ref={orderLink}
        className={onPay === null ? 'btn btn-primary' : 'btn btn-outline-secondary'}
        to={`${paths.account}?tab=orders${id === null ? '' : `&order=${id}`}`}
      >
        See your order
      </Link>
      {id === null || details === undefined || env.sendDeliveryNote ? null : (
        <WhatsAppLink message={detailsMessage(id, details)} number={store.whatsapp}>
          Send{' '}
          {[details.note && 'this note', details.choices.length > 0 && 'your options']
            .filter(Boolean)
            .join(' and ')}{' '}
          on WhatsApp
        </WhatsAppLink>
      )}
      <span>
        Questions? Call <a href={phoneUrl(store.phones[0])}>{store.phones[0]}</a>.
      </span>
    </div>
  )
}

/** The notice in one line, or in two on phones. */
function PlacedLine({ id, amount, delivery, onOpen }: OrderConfirmation & { onOpen: () => void }) {
  return (
    <section className="placed-line mb-3" aria-labelledby="placed-order">
      <div>
        <PlacedHeading id={id} />
        <div>
          <span className="money">{formatMoney(amount)}</span>
          <span className="text-truncate">
            {delivery === null ? null : delivery.address === null ? 'to collect' : `to ${delivery.address}`}
          </span>
          <button type="button" className="link-button" aria-expanded={false} onClick={onOpen}>
            Details
          </button>
        </div>
      </div>
      <IconButton icon="close" label="Dismiss" onClick={() => storePlacedOrder(null)} />
    </section>
  )
}

function PlacedHeading({ id }: Pick<OrderConfirmation, 'id'>) {
  return <h2 id="placed-order">{id === null ? 'Your order is placed' : `Order #${id} is placed`}</h2>
}

function PlacedFacts({ amount, delivery, items, paymentUrl }: OrderConfirmation) {
  return (
    <>
      <p>
        {/* With a payment link, it is unknown whether the payment window has charged the amount. */}
        {paymentUrl !== null && 'Total '}
        <strong className="money">{formatMoney(amount)}</strong>
        {paymentUrl === null && ' paid'}
        {delivery?.address ? (
          <>
            , including <span className="money">{formatSum(delivery.fee)}</span> for delivery
          </>
        ) : null}
        .{' '}
        {delivery === null ? null : delivery.address === null ? (
          <>
            Collect it {store.hours}, or send your boda, at <PickupPoint />
          </>
        ) : (
          `We'll deliver it ${deliveryTime}, to ${delivery.address}.`
        )}
      </p>
      <ul className="placed-covers d-grid gap-3 small">
        {items.slice(0, MAX_COVERS).map(({ id, name, image, quantity }, index) => (
          <li key={`${id}-${index}`} className="d-flex align-items-center gap-1">
            <ProductImage file={image} name={name} sizes="4rem" />
            <span className="visually-hidden">Quantity: </span>× {quantity}
          </li>
        ))}
        {items.length > MAX_COVERS && (
          <li className="d-flex align-items-center">and {items.length - MAX_COVERS} more</li>
        )}
      </ul>
    </>
  )
}

/** A dialog with a link for completing the payment. An unsafe URL is shown as text. */
export function PaymentLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const link = paymentLink(url)
  return (
    <Dialog
      title="Payment URL"
      open
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-outline-secondary" onClick={onClose}>
            Close
          </button>
          {link !== null && (
            <a className="btn btn-primary" href={link} rel="noopener noreferrer">
              Complete Payment
            </a>
          )}
        </>
      }
    >
      <p className="strong mb-3">{url}</p>
      {link === null && <p>This link doesn't look right, so we haven't opened it. Please call us.</p>}
    </Dialog>
  )
}

/**
 * Returns a redirect URL if it is safe to link to, and null otherwise. A safe URL is an absolute http(s) URL. It must
 * not contain credentials or non-ASCII characters in the host name, because they can imitate a different host.
 */
export function paymentLink(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  const isSafe =
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return isSafe && !/(^|\.)xn--/.test(url.hostname) ? url.href : null
}
