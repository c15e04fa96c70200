import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { belongsToCustomer, getToken, useSession, useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { type CartItem, countItems } from '../../domain/cart-item.ts'
import { customerQuery } from '../../domain/customer.ts'
import { clearDrafts } from '../../domain/draft.ts'
import { localOrderDetails } from '../../domain/local-details.ts'
import { type CheckoutLocationState, readState } from '../../domain/navigation-state.ts'
import { useCarriedCart } from '../../features/cart/carried-cart.ts'
import { getCart, removeOrdered, replaceCart } from '../../features/cart/cart-store.ts'
import { EmptyCart } from '../../features/cart/empty-cart.tsx'
import { billingOfPayer } from '../../features/checkout/billing.ts'
import { BillingSection, useBilling } from '../../features/checkout/billing-section.tsx'
import type { ChangedOrder } from '../../features/checkout/check-order.ts'
import type { CheckoutProgress } from '../../features/checkout/checkout-machine.ts'
import { useCheckout } from '../../features/checkout/checkout-runner.ts'
import { CheckoutSteps } from '../../features/checkout/checkout-steps.tsx'
import {
  type Delivery,
  isPickup,
  readDelivery,
  toLocationState,
} from '../../features/checkout/chosen-delivery.ts'
import { addressLine, DeliverySection } from '../../features/checkout/delivery-section.tsx'
import type { ChangesProps } from '../../features/checkout/order-changes.tsx'
import { OrderGlance } from '../../features/checkout/order-summary.tsx'
import { preconnectPaymentScript } from '../../features/checkout/payment/payment-window.ts'
import type { PaidOrder } from '../../features/checkout/payment/payments.ts'
import type { PlacedOrder } from '../../features/checkout/place-order.ts'
import { loadPickupAddressModule } from '../../features/checkout/place-order.ts'
import { storeLocalDetails, storePlacedOrder } from '../../features/checkout/placed/placed-order.ts'
import { useIsOpen } from '../../platform/is-open.ts'
import { useLocation } from '../../platform/location.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { FormError } from '../../ui/form/field.tsx'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { checkoutOrder, PaySection } from './pay-section.tsx'
import '../../ui/form/forms.scss'

const PaidOrderNotice = lazyComponent(() =>
  import('../../features/checkout/placed/paid-order-notice.tsx').then((module) => module.PaidOrderNotice),
)

const OrderChanges = lazyComponent<ChangesProps>(() =>
  import('../../features/checkout/order-changes.tsx').then((module) => module.OrderChanges),
)

const StalledWindow = lazyComponent(() =>
  import('../../features/checkout/payment/stalled-window.tsx').then((module) => module.StalledWindow),
)

const loadNextPaymentModule = () => import('./next-payment.ts')

/** The payment step of the checkout. Shoppers who are logged out are redirected to the log-in. */
export default function CheckoutPage() {
  const navigate = useNavigate()
  const [canEnter] = useState(() => getToken() !== null)

  useEffect(() => {
    if (canEnter) return
    notify('error', 'Please log in to view account details.')
    navigate(paths.accountFromCheckout, { replace: true, state: { fromCheckout: true } })
  }, [canEnter, navigate])

  return canEnter ? <Checkout /> : null
}

/** Returns the order that the shopper sees, and the state of its checkout. */
function useReviewedOrder() {
  const session = useSession()
  const location = useLocation()
  const cart = useCarriedCart(readState<CheckoutLocationState>(location.state).cartItems)
  const delivery = useChosenDelivery(location.state, session)
  const billing = useBilling(useQuery(customerQuery(useToken())))
  const { acceptedOrder, ...checkout } = usePageCheckout(cart, delivery, billing)
  // A paid order is shown until the next page renders.
  const order = checkoutOrder(acceptedOrder ?? checkout.paidOrder, checkout.attempt, cart, delivery)
  /** Whether a payment has fixed the order. */
  const isFixed = order.payment !== null
  const hasOldChanges = !isFixed && isOutdated(checkout.changedOrder, cart, delivery)
  return {
    cart,
    billing,
    order,
    isFixed,
    checkout: hasOldChanges ? { ...checkout, changedOrder: null, problem: null } : checkout,
  }
}

function Checkout() {
  const token = useToken()
  const payButton = useRef<HTMLButtonElement>(null)
  const { cart, billing, order, isFixed, checkout } = useReviewedOrder()
  const { phase, problem, changedOrder } = checkout
  usePaymentFocus(phase, payButton)
  usePaymentModules(order.delivery !== null && isPickup(order.delivery))

  const isEmpty = order.items.length === 0 && !isFixed && phase === 'idle'
  return (
    <div className="shell page">
      {isEmpty ? null : <CheckoutSteps current={order.delivery || isFixed ? 'Payment' : 'Delivery'} />}
      <PageHead plain title="Checkout">
        {order.items.length > 0 && <OrderGlance items={order.items} />}
      </PageHead>
      {token === null && !isEmpty && <LoggedOutNote />}
      <FormError error={problem}>
        {changedOrder && (
          <ChangedOrderNotice
            order={changedOrder}
            canAccept={!isFixed}
            onAccepted={() => payButton.current?.focus()}
          />
        )}
      </FormError>
      {checkout.paidOrder && (
        <PaidOrderNotice
          paidOrder={checkout.paidOrder}
          isRefused={problem?.isRefused ?? false}
          hasFailed={problem !== null}
          isSending={phase !== 'idle'}
        />
      )}
      {isFixed && countItems(cart) > countItems(order.items) && (
        <p className="notice">Your earlier order. Newer items stay in your cart.</p>
      )}
      {isEmpty ? (
        <EmptyCart />
      ) : (
        <div className="page-columns">
          <OrderDetails order={order} billing={billing} isPayerKnown={token !== null} />
          <PaySection
            order={order}
            checkout={checkout}
            hasChanges={changedOrder !== null}
            payButton={payButton}
          />
        </div>
      )}
      {checkout.isStalled && <StalledWindow onClose={checkout.abandonWindow} />}
    </div>
  )
}

type ChangedOrderProps = { order: ChangedOrder; canAccept: boolean; onAccepted: () => void }

/** The changes of an order since the shopper has reviewed it. Accepting them updates the cart and the delivery. */
function ChangedOrderNotice({ order, canAccept, onAccepted }: ChangedOrderProps) {
  const navigate = useNavigate()
  const session = useSession()
  const accept = () => {
    replaceCart(order.cart, order.items)
    navigate(paths.checkout, { replace: true, state: toLocationState(order.items, order.delivery, session) })
    onAccepted()
  }
  return <OrderChanges changes={order.changes} {...(canAccept ? { onAccept: accept } : {})} />
}

type DetailsProps = {
  order: ReturnType<typeof checkoutOrder>
  billing: ReturnType<typeof useBilling>
  /** Whether somebody is logged in. If not, the payer of a payment is unknown. */
  isPayerKnown: boolean
}

/** Shows the payer and the delivery of the order. */
function OrderDetails({ order: { delivery, items, payer }, billing, isPayerKnown }: DetailsProps) {
  const isFixed = payer !== null
  const shownBilling = payer ? { ...billing, billing: billingOfPayer(payer), isLoading: false } : billing
  return (
    <div className="d-grid gap-3">
      {isFixed && !isPayerKnown ? null : (
        <BillingSection billing={shownBilling} address={addressLine(delivery)} isFixed={isFixed} />
      )}
      <DeliverySection delivery={delivery} items={items} isFixed={isFixed} />
    </div>
  )
}

function LoggedOutNote() {
  return (
    <p className="notice" role="status">
      <span>
        You're not logged in any more.{' '}
        <Link to={paths.accountFromCheckout} state={{ fromCheckout: true }}>
          Log in
        </Link>{' '}
        to finish your order.
      </span>
    </p>
  )
}

/** Runs the checkout of this page's order. `acceptedOrder` is the order that the host has just accepted. */
function usePageCheckout(
  cart: readonly CartItem[],
  delivery: Delivery | null,
  billing: ReturnType<typeof useBilling>,
) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const token = useToken()
  const session = useSession()
  const [acceptedOrder, setAcceptedOrder] = useState<PaidOrder | null>(null)
  const isOpen = useIsOpen()
  const checkout = useCheckout({
    shownOrder: JSON.stringify([cart, delivery, billing.changed]),
    loadCustomer: () => client.fetchQuery(customerQuery(token)),
    loadNextPayment: async () =>
      (await loadNextPaymentModule()).loadNextPayment(client, token, {
        items: cart,
        delivery,
        session,
        billing: billing.changed,
      }),
    onNextStep(step) {
      if (step === 'correct-billing') billing.showErrors()
      else if (step === 'log-in') navigate(paths.accountFromCheckout, { state: { fromCheckout: true } })
      else navigate(paths.preCheck, { replace: true, state: { cartItems: cart } })
    },
    onPlaced(order, placed) {
      recordPlacedOrder(order, placed)
      void client.invalidateQueries({ queryKey: ['customer'] })
    },
    onAccepted(order) {
      setAcceptedOrder(order)
      // Newer items keep what was typed for them, and another customer what that one has typed.
      if (belongsToCustomer(order.owner) && getCart().length === 0)
        clearDrafts('deliveryDraft', 'addressDraft', 'billingDraft')
      // Replaces the history entry, so that Back doesn't return to a completed order.
      if (isOpen()) navigate(paths.shop, { replace: true })
    },
  })
  return { ...checkout, acceptedOrder }
}

/** Whether the cart or the delivery has changed since an order was found to differ from what the host sells. */
const isOutdated = (changed: ChangedOrder | null, cart: readonly CartItem[], delivery: Delivery | null) =>
  changed !== null && (changed.reviewed.items !== cart || changed.reviewed.delivery !== delivery)

/** Returns the delivery in navigation state; null if another log-in has chosen it. */
function useChosenDelivery(state: unknown, session: string | null) {
  return useMemo(() => {
    const carried = readState<CheckoutLocationState>(state)
    return carried.session === session ? readDelivery(carried) : null
  }, [state, session])
}

/** Stores an order for the confirmation, and removes it from the cart. */
function recordPlacedOrder(order: PaidOrder, { orderId, redirectUrl }: PlacedOrder): void {
  const { amount, delivery, items, owner } = order
  storePlacedOrder(
    {
      id: orderId,
      amount,
      delivery: delivery && { address: delivery.address?.address ?? null, fee: delivery.fee },
      items,
      paymentUrl: redirectUrl,
    },
    owner,
  )
  const details = localOrderDetails(items, delivery?.note ?? '')
  if (orderId !== null && details) storeLocalDetails(orderId, details, owner)
  // The cart may be another customer's, or that of a guest after a log-out.
  if (belongsToCustomer(owner)) removeOrdered(order.payload.cart)
}

/** Loads the code of the payment after the page, and before the click that needs it. */
function usePaymentModules(isOrderPickup: boolean) {
  useEffect(() => {
    preconnectPaymentScript()
    void StalledWindow.preload()
    void OrderChanges.preload()
    void loadNextPaymentModule().catch(() => undefined)
  }, [])
  useEffect(() => {
    if (isOrderPickup) void loadPickupAddressModule().catch(() => undefined)
  }, [isOrderPickup])
}

/** Makes the page inert while the payment window is open, and returns the focus when it has closed. */
function usePaymentFocus(phase: CheckoutProgress['phase'], payButton: { current: HTMLButtonElement | null }) {
  const isPaying = phase === 'paying'
  useEffect(() => {
    const root = document.getElementById('root')
    if (!isPaying || !root) return
    // Newer: without `inert`, the payment window covers the page, but the Tab key still reaches the page.
    root.inert = true
    return () => {
      // Newer: see above.
      root.inert = false
      if (document.activeElement === document.body) payButton.current?.focus({ preventScroll: true })
    }
  }, [isPaying, payButton])
}
