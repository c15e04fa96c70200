import { useQuery } from '@tanstack/react-query'
import { allowsMobileMoney, MOBILE_MONEY_LIMITS } from 'contracts/mobile-money'
import { env } from '../../config/env.ts'
import { paths } from '../../config/paths.ts'
import { type CartItem, quantityOf, totalPrice } from '../../domain/cart-item.ts'
import { explainRefusal, hostConfigQuery } from '../../domain/host-config.ts'
import { formatMoney, orderTotal } from '../../domain/money.ts'
import { type Offer, offersOf } from '../../domain/offer.ts'
import { groupsWithAlternatives } from '../../domain/option-groups.ts'
import { LineNotice, lineChangeMessages } from '../../features/cart/line-notice.tsx'
import { useCurrentProducts } from '../../features/catalogue/use-current-products.ts'
import type { useCheckout } from '../../features/checkout/checkout-runner.ts'
import { type Delivery, modeOf } from '../../features/checkout/chosen-delivery.ts'
import { onlinePayment } from '../../features/checkout/online-payment.ts'
import { OrderSummary, PayBar } from '../../features/checkout/order-summary.tsx'
import type { PaidOrder, PaymentAttempt } from '../../features/checkout/payment/payments.ts'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PhoneText } from '../../ui/page/phone-text.tsx'

const LineOptions = lazyComponent(() =>
  import('../../features/cart/line-options.tsx').then((module) => module.LineOptions),
)

const AttemptNotice = lazyComponent(() =>
  import('../../features/checkout/payment/payment-notice.tsx').then((module) => module.AttemptNotice),
)

const LABELS = {
  idle: 'Place Order',
  checking: 'Checking stock...',
  opening: 'Opening payment...',
  paying: 'Waiting for payment...',
  placing: 'Placing your order...',
  // Until the next page renders.
  placed: 'Placing your order...',
} as const

type CheckoutOrder = {
  /** The payment that the order belongs to; null for the cart. */
  payment: 'paid' | 'attempt' | null
  /** The payer; null for the cart, whose payer is in the form. */
  payer: PaymentAttempt['payer'] | null
  items: readonly CartItem[]
  delivery: Delivery | null
  /** In shillings. */
  total: number
}

/** Returns what "Place Order" charges or sends: a paid order, an attempt, or else the cart. */
export function checkoutOrder(
  paidOrder: PaidOrder | null,
  attempt: PaymentAttempt | null,
  cart: readonly CartItem[],
  chosen: Delivery | null,
): CheckoutOrder {
  const payment = paidOrder ?? attempt
  if (payment !== null) return { ...payment, payment: paidOrder ? 'paid' : 'attempt', total: payment.amount }
  return {
    payment: null,
    payer: null,
    items: cart,
    delivery: chosen,
    total: cart.length === 0 ? 0 : orderTotal(totalPrice(cart), chosen?.fee ?? 0),
  }
}

type PayProps = {
  order: CheckoutOrder
  checkout: ReturnType<typeof useCheckout>
  hasChanges: boolean
  payButton: { current: HTMLButtonElement | null }
}

/** The order with its total, and the button that pays for it. */
export function PaySection({ order, checkout, hasChanges, payButton }: PayProps) {
  const { payment, items, delivery, total } = order
  const { phase, problem, attempt, placeOrder, onDiscarded } = checkout
  const offers = offersOf(useCurrentProducts(payment === null ? items : []).products)
  const { data: config } = useQuery(hostConfigQuery())
  const mode = delivery && modeOf(delivery)
  const refusal =
    payment === null ? explainRefusal(config, { subtotal: totalPrice(items), total, mode }) : null
  const isAttempt = payment === 'attempt' && phase === 'idle'
  const noticeOf = (item: CartItem) =>
    hasChanges ? null : lineNotice(item, quantityOf(items, item.id), offers.get(item.id))
  const isMainAction = payment !== null || (delivery !== null && !hasChanges && refusal === null)
  return (
    <section className="sheet pay-summary" aria-labelledby="summary">
      <h2 id="summary">Order summary</h2>
      {items.length > 0 && <OrderSummary items={items} delivery={delivery} notice={noticeOf} />}
      {refusal !== null && (
        <p className="notice">
          <PhoneText>{refusal}</PhoneText>
        </p>
      )}
      <PayBar
        label={payment === 'paid' ? 'Paid' : 'Total'}
        total={formatMoney(total)}
        notice={
          isAttempt && attempt ? (
            <AttemptNotice
              attempt={attempt}
              explanationId="continue-payment"
              onShown={() => payButton.current?.scrollIntoView({ block: 'nearest' })}
              onDiscard={() => {
                onDiscarded()
                payButton.current?.focus()
              }}
            />
          ) : null
        }
      >
        <button
          type="button"
          ref={payButton}
          className={isMainAction ? 'btn btn-primary' : 'btn btn-outline-secondary'}
          aria-disabled={phase !== 'idle'}
          aria-describedby={isAttempt ? 'continue-payment' : undefined}
          onClick={placeOrder}
        >
          {phase === 'idle' ? <Icon name="lock" /> : null}
          <span aria-live="polite">{LABELS[phase]}</span>
        </button>
      </PayBar>
      {payment === 'paid' || (phase === 'idle' && problem) ? (
        <p className="small muted mt-2">
          {payment === 'paid'
            ? "You won't be charged again."
            : 'Nothing is ordered yet. See the message above.'}
        </p>
      ) : null}
      {payment === 'paid' ? null : <AcceptedPayments total={total} />}
    </section>
  )
}

/** Returns the changes of a line, or else its options; null if it has neither. */
function lineNotice(item: CartItem, wanted: number, offer: Offer | undefined) {
  if (offer === undefined) return null
  if (lineChangeMessages(item, wanted, offer).length > 0)
    return <LineNotice item={item} wanted={wanted} offer={offer} />
  return offer.options && groupsWithAlternatives(offer.options).length > 0 ? (
    <LineOptions item={item} options={offer.options} />
  ) : null
}

/** Lists the accepted payments, and names their processor and the refund policy. */
function AcceptedPayments({ total }: { total: number }) {
  return (
    <div className="small muted mt-2">
      {total > 0 && !allowsMobileMoney(total) && (
        <p className="notice">
          Mobile money takes payments from {formatMoney(MOBILE_MONEY_LIMITS.min)} to{' '}
          {formatMoney(MOBILE_MONEY_LIMITS.max)}. Pay this total by card.
        </p>
      )}
      <ul className="pay-marks" aria-label="Accepted payments">
        {onlinePayment.accepted.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>
        Payments are processed by {env.paymentProvider}. We never see your card number or PIN.{' '}
        <Link to={paths.refund}>How refunds work</Link>
      </p>
    </div>
  )
}
