import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { allowsMobileMoney, MOBILE_MONEY_LIMITS } from 'contracts/mobile-money'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { fetchNow } from '../../api/fetch-now.ts'
import { getSession, getToken, useSession, useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { type CartItem, quantityOf, totalPrice } from '../../domain/cart-item.ts'
import { choosableGroups } from '../../domain/chosen-options.ts'
import { offersOf } from '../../domain/current-product.ts'
import { customerQuery } from '../../domain/customer.ts'
import { clearDrafts } from '../../domain/draft.ts'
import { hostConfigQuery, hostRefusal } from '../../domain/host-config.ts'
import { formatMoney, orderTotal } from '../../domain/money.ts'
import { type CheckoutState, readState } from '../../domain/navigation-state.ts'
import { orderDetails } from '../../domain/order-details.ts'
import { readCart, removeOrdered, replaceCart, useCarriedCart } from '../../features/cart/cart-store.ts'
import { LineNotice, lineChanges } from '../../features/cart/line-notice.tsx'
import { fetchCurrentProducts, useCurrentProducts } from '../../features/catalogue/current-products.ts'
import { BillingSection, useBilling } from '../../features/checkout/billing-section.tsx'
import type { CheckoutProgress } from '../../features/checkout/checkout-machine.ts'
import { useCheckout } from '../../features/checkout/checkout-runner.ts'
import { CheckoutSteps } from '../../features/checkout/checkout-steps.tsx'
import { checkoutState, type Delivery, readDelivery } from '../../features/checkout/delivery.ts'
import { addressLine, DeliverySection } from '../../features/checkout/delivery-section.tsx'
import { onlinePayment } from '../../features/checkout/online-payment.ts'
import { OrderChanges, OrderSummary, PayBar } from '../../features/checkout/order-summary.tsx'
import type { ChangedOrder } from '../../features/checkout/order-to-pay.ts'
import { preconnectPaymentScript } from '../../features/checkout/payment/payment-window.ts'
import type { PaidOrder, PaymentAttempt } from '../../features/checkout/payment/payments.ts'
import type { PlacementResult } from '../../features/checkout/place-order.ts'
import { storeOrderDetails, storePlacedOrder } from '../../features/checkout/placed/placed-order.ts'
import { addressesQuery } from '../../features/delivery/address.ts'
import { useLocation } from '../../platform/location.ts'
import { EmptyState } from '../../ui/feedback/load-states.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { FormError } from '../../ui/form/field.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import '../../ui/form/forms.scss'

const FinishOrder = lazyPart(() =>
  import('../../features/checkout/placed/finish-order.tsx').then(({ FinishOrder }) => FinishOrder),
)

const LineOptions = lazyPart(() =>
  import('../../features/cart/line-options.tsx').then(({ LineOptions }) => LineOptions),
)

const AttemptNotice = lazyPart(() =>
  import('../../features/checkout/payment/payment-notice.tsx').then(({ AttemptNotice }) => AttemptNotice),
)

const loadOrderCheck = () => import('../../features/checkout/order-to-pay.ts')

const LABELS = {
  idle: 'Place Order',
  checking: 'Checking stock...',
  opening: 'Opening payment...',
  paying: 'Waiting for payment...',
  placing: 'Placing your order...',
  // Until the next page renders.
  placed: 'Placing your order...',
} as const

/** The payment step of the checkout. Shoppers who are logged out are redirected to the log-in. */
export default function CheckoutPage() {
  const navigate = useNavigate()
  const [canEnter] = useState(() => getToken() !== null)
  const notified = useRef(false)

  useEffect(() => {
    if (canEnter || notified.current) return
    notified.current = true
    notify('error', 'Please log in to view account details.')
    navigate(paths.accountFromCheckout, { replace: true, state: { fromCheckout: true } })
  }, [canEnter, navigate])

  return canEnter ? <Checkout /> : null
}

function Checkout() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const token = useToken()
  const session = useSession()
  const location = useLocation()
  const cart = useCarriedCart(readState<CheckoutState>(location.state).cartItems)
  const chosen = useChosenDelivery(location.state, session)
  const { data: profile, isLoading } = useQuery(customerQuery(token))
  const billing = useBilling(profile, isLoading)
  const payButton = useRef<HTMLButtonElement>(null)
  const [ordered, setOrdered] = useState<PaidOrder | null>(null)

  const read = readers(client, token)
  const checkout = useCheckout({
    loadCustomer: () => client.fetchQuery(customerQuery(token)),
    readOrder: async () =>
      (await loadOrderCheck()).orderToPay(
        { items: cart, delivery: chosen, session, billing: billing.changed },
        { ...read, cart: () => readCart(cart) },
      ),
    readAttempt: async (attempt) => (await loadOrderCheck()).attemptProblem(attempt, read),
    onNoToken: () => navigate(paths.accountFromCheckout, { state: { fromCheckout: true } }),
    onNoAddress: () => navigate(paths.preCheck, { replace: true, state: { cartItems: cart } }),
    onInvalidBilling: billing.showErrors,
    onAccepted(order, placed) {
      setOrdered(order)
      finishOrder(order, placed)
      void client.invalidateQueries({ queryKey: ['customer'] })
      // Replaces the history entry, so that Back doesn't return to a completed order.
      navigate(paths.shop, { replace: true })
    },
  })
  const { phase, problem, changed, attempt } = checkout
  // A paid order is shown until the next page renders.
  const paid = ordered ?? checkout.paid
  const shown = payableOrder(paid, attempt, cart, chosen)
  const isFixed = shown.payment !== null
  const isOutdated =
    changed !== null && !isFixed && (changed.shown.items !== cart || changed.shown.delivery !== chosen)
  const pending = isOutdated ? null : changed
  usePaymentFocus(phase, payButton)
  useEffect(preconnectPaymentScript, [])
  const isPickup = shown.delivery?.address === null
  useEffect(() => {
    // Loaded after the page, and before the click that needs them.
    if (isPickup) void import('../../features/checkout/pickup-address.ts').catch(() => undefined)
    void loadOrderCheck().catch(() => undefined)
  }, [isPickup])

  function accept({ cart: before, items, delivery }: ChangedOrder) {
    replaceCart(before, items)
    navigate(paths.checkout, { replace: true, state: checkoutState(items, delivery, session) })
    payButton.current?.focus()
  }

  const isEmpty = shown.items.length === 0 && !isFixed && phase === 'idle'
  return (
    <div className="shell page">
      {isEmpty ? null : <CheckoutSteps current="Payment" />}
      <PageHead plain title="Checkout" />
      <Notices problem={isOutdated ? null : problem}>
        {pending && (
          <OrderChanges changes={pending.changes} {...(isFixed ? {} : { onAccept: () => accept(pending) })} />
        )}
      </Notices>
      {checkout.paid && (
        <FinishOrder paid={checkout.paid} refused={problem?.refused ?? false} brief={problem !== null} />
      )}
      {isEmpty ? (
        <EmptyCart />
      ) : (
        <div className="page-columns">
          <div className="d-grid gap-3">
            <BillingSection billing={billing} address={addressLine(shown.delivery)} isFixed={isFixed} />
            <DeliverySection delivery={shown.delivery} items={shown.items} isFixed={isFixed} />
          </div>
          <PaySection shown={shown} checkout={checkout} hasChanges={pending !== null} payButton={payButton} />
        </div>
      )}
      {checkout.isStalled && <StalledWindow onClose={checkout.giveUp} />}
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      title="Your cart is empty! Start shopping now and grab something you love."
      leadsTo={{ to: paths.shop, text: 'Continue Shopping' }}
    />
  )
}

/** Returns the delivery in navigation state; null if another log-in has chosen it. */
function useChosenDelivery(state: unknown, session: string | null) {
  return useMemo(() => {
    const carried = readState<CheckoutState>(state)
    return carried.session === session ? readDelivery(carried) : null
  }, [state, session])
}

/** Functions that read the current values from the host. */
function readers(client: QueryClient, token: string | null) {
  return {
    session: getSession,
    offers: async (items: readonly CartItem[]) => offersOf(await fetchCurrentProducts(client, items)),
    customer: () => fetchNow(client, customerQuery(token)),
    addresses: () => fetchNow(client, addressesQuery(token)),
    config: () => fetchNow(client, hostConfigQuery()),
  }
}

/** Stores an accepted order for the confirmation, and removes it from the cart. */
function finishOrder(order: PaidOrder, { here, orderId, redirectUrl }: PlacementResult): void {
  const { amount, delivery, items } = order
  // A different tab that placed the order knows its number.
  if (here)
    storePlacedOrder({
      id: orderId,
      amount,
      delivery: delivery && { address: delivery.address?.address ?? null, fee: delivery.fee },
      items,
      paymentUrl: redirectUrl,
    })
  const details = orderDetails(items, delivery?.note ?? '')
  if (orderId !== null && details) storeOrderDetails(orderId, details)
  removeOrdered(order.payload.cart)
  clearDrafts('deliveryDraft', 'addressDraft', 'billingDraft')
}

type PayableOrder = {
  /** The payment that the order belongs to; null for the cart. */
  payment: 'paid' | 'unfinished' | null
  items: readonly CartItem[]
  delivery: Delivery | null
  /** In shillings. */
  total: number
}

/** Returns what "Place Order" charges or sends: a paid order, an unfinished payment, or else the cart. */
function payableOrder(
  paid: PaidOrder | null,
  attempt: PaymentAttempt | null,
  cart: readonly CartItem[],
  chosen: Delivery | null,
): PayableOrder {
  const payment = paid ?? attempt
  if (payment !== null) {
    const { items, delivery, amount } = payment
    return { payment: paid ? 'paid' : 'unfinished', items, delivery, total: amount }
  }
  return {
    payment: null,
    items: cart,
    delivery: chosen,
    total: cart.length === 0 ? 0 : orderTotal(totalPrice(cart), chosen?.fee ?? 0),
  }
}

/** Makes the page inert while the payment window is open, and returns the focus when it has closed. */
function usePaymentFocus(phase: CheckoutProgress['phase'], payButton: { current: HTMLButtonElement | null }) {
  const isPaying = phase === 'paying'
  useEffect(() => {
    const root = document.getElementById('root')
    if (!isPaying || !root) return
    // newer: in browsers without it, the payment window only covers the page.
    root.inert = true
    return () => {
      // newer: see above.
      root.inert = false
      if (document.activeElement === document.body) payButton.current?.focus({ preventScroll: true })
    }
  }, [isPaying, payButton])
}

function Notices({ problem, children }: { problem: CheckoutProgress['problem']; children: ReactNode }) {
  const notices = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The message might be scrolled out of view.
    if (problem) notices.current?.scrollIntoView({ block: 'center' })
  }, [problem])
  return (
    <div ref={notices}>
      <FormError error={problem}>{children}</FormError>
    </div>
  )
}

type PayProps = {
  shown: PayableOrder
  checkout: ReturnType<typeof useCheckout>
  hasChanges: boolean
  payButton: { current: HTMLButtonElement | null }
}

function PaySection({ shown, checkout, hasChanges, payButton }: PayProps) {
  const { payment, items, delivery, total } = shown
  const { phase, problem, attempt, placeOrder, onDiscarded } = checkout
  const offers = offersOf(useCurrentProducts(payment === null ? items : []).products)
  const { data: config } = useQuery(hostConfigQuery())
  const mode = delivery && (delivery.address === null ? 'pickup' : 'home')
  const refusal = payment === null ? hostRefusal(config, { subtotal: totalPrice(items), total, mode }) : null
  const isUnfinished = payment === 'unfinished' && phase === 'idle'
  useEffect(() => {
    if (isUnfinished) payButton.current?.scrollIntoView({ block: 'nearest' })
  }, [isUnfinished, payButton])

  const noticeOf = (item: CartItem) => {
    const offer = hasChanges ? undefined : offers.get(item.id)
    const wanted = quantityOf(items, item.id)
    const isChanged = offer !== undefined && lineChanges(item, wanted, offer).length > 0
    if (isChanged) return <LineNotice item={item} wanted={wanted} offer={offer} />
    return offer?.options && choosableGroups(offer.options).length > 0 ? (
      <LineOptions item={item} options={offer.options} />
    ) : null
  }
  const isMainAction = payment !== null || (delivery !== null && !hasChanges && refusal === null)
  return (
    <section className="sheet pay-summary" aria-labelledby="summary">
      <h2 id="summary">Order summary</h2>
      {items.length > 0 && <OrderSummary items={items} delivery={delivery} notice={noticeOf} />}
      {refusal !== null && <p className="notice">{refusal}</p>}
      <PayBar
        label={payment === 'paid' ? 'Paid' : 'Total'}
        total={formatMoney(total)}
        notice={
          isUnfinished && attempt ? (
            <AttemptNotice
              attempt={attempt}
              explanationId="continue-payment"
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
          aria-describedby={isUnfinished ? 'continue-payment' : undefined}
          onClick={placeOrder}
        >
          <Icon name="lock" />
          <span aria-live="polite">{LABELS[phase]}</span>
        </button>
      </PayBar>
      {payment === 'paid' || (phase === 'idle' && (problem || isUnfinished)) ? (
        <p className="small muted mt-2">
          {payment === 'paid'
            ? "You won't be charged again."
            : 'Nothing is ordered yet. See the message above.'}
        </p>
      ) : null}
      {payment === 'paid' ? null : <PaymentMarks total={total} />}
    </section>
  )
}

/** Which payments are accepted, who processes them, and how a refund works. */
function PaymentMarks({ total }: { total: number }) {
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
        Payments are processed by <span className="pay-provider">{onlinePayment.method}</span>. We never see
        your card number or PIN. <Link to={paths.refund}>How refunds work</Link>
      </p>
    </div>
  )
}

const isFrameInFocus = (): boolean => document.activeElement?.tagName === 'IFRAME'

/**
 * A way out of a payment window that didn't open or doesn't respond. Shown above the provider's window, which covers the
 * page.
 */
function StalledWindow({ onClose }: { onClose: () => void }) {
  // A shopper who uses the provider's window has its frame in focus, and the bar would cover its buttons.
  const [isOpen, setOpen] = useState(() => !isFrameInFocus())
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Older browsers show it below a window that covers the page.
    bar.current?.showPopover?.()
    // The frame has the focus only after the event.
    const hide = () => setTimeout(() => isFrameInFocus() && setOpen(false))
    window.addEventListener('blur', hide)
    return () => window.removeEventListener('blur', hide)
  }, [])
  if (!isOpen) return null
  return createPortal(
    <div ref={bar} popover="manual" className="pay-stalled" role="alert">
      <p>Has the payment window not opened? Close it, then check your payment with Place Order.</p>
      <button type="button" className="btn btn-primary" onClick={() => setOpen(false)}>
        It's open
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={onClose}>
        Close the payment window
      </button>
    </div>,
    document.body,
  )
}
