import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { fetchNow } from '../api/fetch-now.ts'
import { getSession, getToken, useSession, useToken } from '../api/session.ts'
import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { type CartItem, quantityOf, totalPrice } from '../domain/cart-item.ts'
import { offersOf } from '../domain/current-product.ts'
import { formatKilometres } from '../domain/delivery-fee.ts'
import { clearDrafts, useDraft } from '../domain/draft.ts'
import { formatMoney, orderTotal } from '../domain/money.ts'
import { type CheckoutState, readState } from '../domain/navigation-state.ts'
import { orderDetails } from '../domain/order-details.ts'
import { customerQuery } from '../features/account/queries.ts'
import { readCart, removeOrdered, replaceCart, useCarriedCart } from '../features/cart/cart-store.ts'
import { LineNotice, lineChanges } from '../features/cart/line-notice.tsx'
import { fetchCurrentProducts, useCurrentProducts } from '../features/catalogue/current-products.ts'
import { billingErrors, billingOf, readBillingDraft } from '../features/checkout/billing.ts'
import { BillingForm } from '../features/checkout/billing-form.tsx'
import { CheckoutSteps } from '../features/checkout/checkout-steps.tsx'
import { checkoutState, type Delivery, readDelivery } from '../features/checkout/delivery.ts'
import { FinishOrder } from '../features/checkout/finish-order.tsx'
import { OrderChanges, OrderSummary, PayBar } from '../features/checkout/order-summary.tsx'
import { type ChangedOrder, orderToPay } from '../features/checkout/order-to-pay.ts'
import { preconnectPaymentScript } from '../features/checkout/payment-window.ts'
import type { PaidOrder } from '../features/checkout/payments.ts'
import { storeOrderDetails, storePlacedOrder } from '../features/checkout/placed-order.ts'
import { useCheckout } from '../features/checkout/use-checkout.ts'
import { addressesQuery, deliveryRateQuery } from '../features/delivery/queries.ts'
import { EmptyState } from '../ui/feedback/load-states.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { FormError } from '../ui/form/field.tsx'
import { focusFirstError } from '../ui/form/use-submit.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/form/forms.scss'

/** Loaded lazily, because hosts rarely return a payment URL. */
const PaymentLinkDialog = lazyPart(
  () =>
    import('../features/checkout/payment-link-dialog.tsx').then(({ PaymentLinkDialog }) => PaymentLinkDialog),
  { waiting: null },
)

const PaymentNotice = lazyPart(() =>
  import('../features/checkout/payment-notice.tsx').then(({ PaymentNotice }) => PaymentNotice),
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
  const state = readState<CheckoutState>(location.state)
  const cart = useCarriedCart(state.cartItems)
  const [ordered, setOrdered] = useState<PaidOrder | null>(null)
  const { data: profile, isLoading } = useQuery(customerQuery(token))
  const [changedBilling, changeBilling] = useDraft('billingDraft', readBillingDraft)
  const offers = offersOf(useCurrentProducts(cart).products)
  const [redirectUrl, setRedirectUrl] = useState<string | null>(null)
  const billing = billingOf(changedBilling, profile)

  const [isChecked, setChecked] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const isKnown = !isEditing && (isLoading || Object.keys(billingErrors(billing)).length === 0)
  const payButton = useRef<HTMLButtonElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const billingSection = useRef<HTMLElement>(null)
  const chosen = useMemo(() => {
    const carried = readState<CheckoutState>(location.state)
    return carried.session === session ? readDelivery(carried) : null
  }, [location.state, session])

  const { phase, problem, changed, paid, attempt, placeOrder, checkPayment, onDiscarded } = useCheckout({
    loadCustomer: () => client.fetchQuery(customerQuery(token)),
    readOrder: () =>
      orderToPay(
        { items: cart, delivery: chosen, session, billing: changedBilling },
        {
          session: getSession,
          cart: () => readCart(cart),
          offers: async (items) => offersOf(await fetchCurrentProducts(client, items)),
          customer: () => fetchNow(client, customerQuery(token)),
          addresses: () => fetchNow(client, addressesQuery(token)),
          rate: () => fetchNow(client, deliveryRateQuery()),
        },
      ),
    onNoToken: () => navigate(paths.accountFromCheckout, { state: { fromCheckout: true } }),
    onNoAddress: () => navigate(paths.preCheck, { replace: true, state: { cartItems: cart } }),
    onInvalidBilling() {
      flushSync(() => setChecked(true))
      focusFirstError(billingSection.current)
    },
    onAccepted(order, { orderId, redirectUrl }) {
      setOrdered(order)
      setRedirectUrl(redirectUrl)
      const { amount, delivery, items } = order
      storePlacedOrder({
        id: orderId,
        amount,
        delivery: delivery && { address: delivery.address?.address ?? null, fee: delivery.fee },
        items,
      })
      const details = orderDetails(order.items, delivery?.note ?? '')
      if (orderId !== null && details) storeOrderDetails(orderId, details)
      removeOrdered(order.payload.cart)
      clearDrafts('deliveryDraft', 'addressDraft', 'billingDraft')
      void client.invalidateQueries({ queryKey: ['customer'] })
      // Replaces the history entry, so that Back doesn't return to a completed order.
      navigate(paths.shop, { replace: true })
    },
  })
  // A paid order is shown until the next page renders.
  const order = ordered ?? paid
  const items = order?.items ?? cart
  const delivery = order ? order.delivery : chosen

  const isOutdated = changed !== null && (changed.shown.items !== cart || changed.shown.delivery !== chosen)
  const pending = isOutdated ? null : changed
  function accept({ cart: before, items, delivery }: ChangedOrder) {
    replaceCart(before, items)
    navigate(paths.checkout, { replace: true, state: checkoutState(items, delivery, session) })
    payButton.current?.focus()
  }

  const isUnfinished = attempt !== null && phase === 'idle' && order === null
  // The message might be scrolled out of view.
  useEffect(() => {
    if (problem) notices.current?.scrollIntoView({ block: 'center' })
    else if (isUnfinished) payButton.current?.scrollIntoView({ block: 'nearest' })
  }, [problem, isUnfinished])

  function editBilling() {
    flushSync(() => setEditing(true))
    billingSection.current?.querySelector('input')?.focus()
  }

  // Opens the payment window if the shopper clicked "Check again" on a different page.
  const wantsCheck = state.checkPayment === true && attempt !== null
  const check = useRef(checkPayment)
  check.current = checkPayment
  useEffect(() => {
    if (!wantsCheck) return
    navigate(paths.checkout, { replace: true })
    void check.current()
  }, [wantsCheck, navigate])

  useEffect(preconnectPaymentScript, [])

  const dialog =
    redirectUrl === null ? null : <PaymentLinkDialog url={redirectUrl} onClose={() => setRedirectUrl(null)} />
  if (items.length === 0 && order === null && attempt === null) {
    return (
      <div className="shell page">
        <PageHead plain title="Checkout" />
        <EmptyState
          title="Your cart is empty! Start shopping now and grab something you love."
          leadsTo={{ to: paths.shop, text: 'Continue Shopping' }}
        />
        {dialog}
      </div>
    )
  }

  const total = order?.amount ?? orderTotal(totalPrice(items), delivery?.fee ?? 0)
  const noticeOf = (item: CartItem) => {
    const offer = order || pending ? undefined : offers.get(item.id)
    const wanted = quantityOf(items, item.id)
    const isChanged = offer !== undefined && lineChanges(item, wanted, offer).length > 0
    return isChanged ? <LineNotice item={item} wanted={wanted} offer={offer} /> : null
  }
  return (
    <div className="shell page">
      <CheckoutSteps current="Payment" />
      <PageHead plain title="Checkout" />
      <div ref={notices}>
        <FormError error={isOutdated ? null : problem}>
          {pending && <OrderChanges changes={pending.changes} onAccept={() => accept(pending)} />}
        </FormError>
        {paid && <FinishOrder paid={paid} refused={problem?.refused ?? false} brief={problem !== null} />}
      </div>
      <div className="page-columns">
        <div className="d-grid gap-3">
          <section className="sheet" aria-labelledby="billing" ref={billingSection}>
            <div className="plain-head">
              <h2 id="billing">Billing details</h2>
              {isKnown && order === null ? (
                <button type="button" className="link-button" onClick={editBilling}>
                  Edit
                </button>
              ) : null}
            </div>
            <BillingForm
              billing={billing}
              errors={isChecked && order === null ? billingErrors(billing) : {}}
              onChange={(change) => {
                setEditing(true)
                changeBilling(change)
              }}
              address={addressLine(delivery)}
              readOnly={isKnown || order !== null}
            />
          </section>
          {order && !delivery?.note ? null : (
            <section className="sheet" aria-labelledby="delivery">
              <h2 id="delivery">Delivery</h2>
              {order ? null : <DeliveryLine delivery={delivery} items={items} />}
              {delivery?.note ? (
                <p className="mt-2">
                  <span className="d-block small muted">Delivery note</span> {delivery.note}
                </p>
              ) : null}
            </section>
          )}
        </div>
        <section className="sheet pay-summary" aria-labelledby="summary">
          <h2 id="summary">Order summary</h2>
          {items.length > 0 && <OrderSummary items={items} delivery={delivery} notice={noticeOf} />}
          <PayBar
            label={order ? 'Paid' : 'Total'}
            total={formatMoney(total)}
            notice={
              isUnfinished ? (
                <PaymentNotice
                  onCheck={() => void checkPayment()}
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
              className={
                (delivery === null || pending || attempt) && !order
                  ? 'btn btn-outline-secondary'
                  : 'btn btn-primary'
              }
              aria-disabled={phase !== 'idle'}
              onClick={() => void placeOrder()}
            >
              <Icon name="lock" />
              <span aria-live="polite">{LABELS[phase]}</span>
            </button>
          </PayBar>
          <p className="small muted mt-2">
            {order
              ? "You won't be charged again."
              : phase === 'idle' && (problem || attempt)
                ? 'Nothing is ordered yet. See the message above.'
                : 'By card, mobile money or USSD.'}
          </p>
        </section>
      </div>
      {dialog}
    </div>
  )
}

function addressLine(delivery: Delivery | null): string | null {
  if (delivery === null) return null
  return delivery.address === null ? 'Self pick or send your boda' : delivery.address.address
}

function DeliveryLine({ delivery, items }: { delivery: Delivery | null; items: readonly CartItem[] }) {
  return (
    <p className="d-flex flex-wrap align-items-center justify-content-between gap-2">
      <span>
        {delivery === null
          ? 'How would you like to get your order?'
          : delivery.address === null
            ? `Collect it at ${store.location}, ${store.hours}.`
            : `Home Delivery, ${formatKilometres(delivery.distance)} from the shop.`}
      </span>
      <Link
        className={delivery === null ? 'btn btn-primary' : undefined}
        to={paths.preCheck}
        state={{ cartItems: items, totalPrice: totalPrice(items) }}
      >
        {delivery === null ? 'Choose delivery' : 'Change delivery'}
      </Link>
    </p>
  )
}
