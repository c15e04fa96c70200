import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { getSession, useSession, useToken } from '../api/session.ts'
import { env } from '../config/env.ts'
import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { type CartItem, countItems, quantityOf, totalPrice } from '../domain/cart-item.ts'
import { type Offers, offersOf } from '../domain/current-product.ts'
import { feeOf, feeSentence, feeText } from '../domain/delivery-fee.ts'
import { distanceFromShop } from '../domain/distance.ts'
import { savedTexts, useDraft } from '../domain/draft.ts'
import { type HostConfig, hostConfigQuery, hostRefusal } from '../domain/host-config.ts'
import { formatMoney, formatSum, orderTotal } from '../domain/money.ts'
import {
  type DeliveryMode,
  type PreCheckState,
  readLastDelivery,
  readState,
} from '../domain/navigation-state.ts'
import { customerQuery } from '../features/account/queries.ts'
import { useCarriedCart } from '../features/cart/cart-store.ts'
import { useCurrentProducts } from '../features/catalogue/current-products.ts'
import { CheckoutSteps } from '../features/checkout/checkout-steps.tsx'
import { checkoutState, type Delivery } from '../features/checkout/delivery.ts'
import { Amount, PayBar } from '../features/checkout/order-summary.tsx'
import { AddressSection } from '../features/delivery/address-section.tsx'
import { DeliveryNote } from '../features/delivery/delivery-note.tsx'
import { useAddressBook } from '../features/delivery/use-address-book.ts'
import { EmptyState } from '../ui/feedback/load-states.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { focusFirstError } from '../ui/form/use-submit.ts'
import { Icon } from '../ui/media/icon.tsx'
import { CollectionAddressLine } from '../ui/page/collection-address.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { UnfinishedPayment } from './payment/unfinished-payment.tsx'
import '../ui/form/forms.scss'
import '../features/delivery/delivery.scss'
import { LineNotice, lineChanges } from '../features/cart/line-notice.tsx'

const NOTICE =
  'Same day to 1–2 business days delivery. For upcountry deliveries, please contact customer service before you continue to place your order.'

/** The delivery step of the checkout. Starts over after a log-out or another log-in, also in another tab. */
export default function PreCheckPage() {
  return <PreCheck key={useSession()} />
}

function PreCheck() {
  const navigate = useNavigate()
  const token = useToken()
  const items = useCarriedCart(readState<PreCheckState>(useLocation().state).cartItems)
  const offers = offersOf(useCurrentProducts(items).products)
  const { data: profile } = useQuery(customerQuery(token))
  const { data: config, error: rateError, isSuccess, isFetching, refetch } = useQuery(hostConfigQuery())
  const rate = config?.rate ?? null
  const rateFailed = rateError !== null || (isSuccess && rate === null)
  const [{ note, mode }, changeDelivery] = useDraft('deliveryDraft', readDeliveryDraft)
  const [, rememberDelivery] = useDraft('lastDelivery', readLastDelivery)
  const [confirmed, setConfirmed] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const noteSection = useRef<HTMLElement>(null)
  const addressSection = useRef<HTMLElement>(null)
  const contact = {
    name: profile ? `${profile.f_name} ${profile.l_name}`.trim() : '',
    phone: profile?.phone ?? '',
  }
  const book = useAddressBook(token, contact, () =>
    navigate(paths.account, { state: { fromCheckout: true } }),
  )

  useEffect(() => {
    if (rateError) console.info(`The delivery rate did not load: ${rateError.message}`)
  }, [rateError])

  const subtotal = totalPrice(items)
  const distance = book.selected?.point ? distanceFromShop(book.selected.point) : null
  const fee = mode === 'home' && book.isEmptied ? 0 : feeOf({ mode, distance, rate })
  // Shoppers must see the fee before they pay.
  const priceUnknown = mode === 'home' && book.selected !== null && fee === null

  const isAddressMissing = mode === 'home' && book.selectedId === null
  const refusal = hostRefusal(config, { subtotal, mode })

  function proceed() {
    if (mode === 'home' && book.unsaved !== null) return refuseDraft(book.unsaved)
    setSubmitted(true)
    if (note.trim() === '') return refuseNote('Please provide a delivery note.')
    if (!confirmed) return refuseNote('Please confirm that your details are correct by checking the box.')
    if (mode === 'home' && isAddressMissing) {
      flushSync(() => book.form.open())
      focusFirstError(addressSection.current)
      return notify('error', 'Please select an address before proceeding.')
    }
    if (mode === 'home' && !book.selected)
      return notify('error', 'The selected address is invalid. Please try again.')
    if (refusal !== null) return notify('error', refusal)
    if (mode === 'pickup' || !book.selected)
      return open({ address: null, distance: 0, fee: 0, note: note.trim() })
    const { id, address, point } = book.selected
    if (point === null || distance === null || fee === null) return
    rememberDelivery({ address, fee })
    const chosen = { id, address, latitude: point.lat, longitude: point.lng }
    open({ address: chosen, distance, fee, note: note.trim() })
  }

  function open(delivery: Delivery) {
    navigate(paths.checkout, { state: checkoutState(items, delivery, getSession()) })
  }

  /** An address that is not saved must not be ignored: the parcel would go to a different one. */
  function refuseDraft(place: string) {
    flushSync(() => book.form.fail(`Save or cancel your new address first: ${place}.`))
    const canSave = book.point !== null && place === book.form.draft.address.trim()
    addressSection.current
      ?.querySelector<HTMLElement>(canSave ? '[aria-label="Save searched address"]' : '[role=combobox]')
      ?.focus()
  }

  function refuseNote(text: string) {
    notify('error', text)
    focusFirstError(noteSection.current)
  }

  if (items.length === 0) return <EmptyCart />
  const count = countItems(items)
  const explanation =
    fee === null && distance !== null && rateFailed
      ? "The delivery rate didn't load. You can still choose to collect it."
      : feeSentence({ mode, distance, rate })
  return (
    <div className="shell page">
      <CheckoutSteps current="Delivery" />
      <PageHead plain title="Delivery" />
      <UnfinishedPayment />
      <div className="page-columns">
        <div className="d-grid gap-3">
          <section className="sheet" aria-labelledby="how">
            <h2 id="how">How do you want to get it?</h2>
            <DeliveryChoice mode={mode} config={config} onMode={(next) => changeDelivery({ mode: next })} />
          </section>
          {mode === 'home' && (
            <section className="sheet" aria-labelledby="where" ref={addressSection}>
              <h2 id="where">Delivery address</h2>
              {token === null && (
                <p className="notice">
                  <span>
                    <Link to={paths.account} state={{ fromCheckout: true }}>
                      Log in
                    </Link>{' '}
                    to use and save your addresses. Your cart is safe.
                  </span>
                </p>
              )}
              <AddressSection
                book={book}
                error={submitted && isAddressMissing ? 'Choose where we should deliver.' : null}
              />
            </section>
          )}
          <section className="sheet" aria-labelledby="note" ref={noteSection}>
            <h2 id="note">{env.sendDeliveryNote ? 'Note for the rider' : 'Before you continue'}</h2>
            <p className="notice">{NOTICE}</p>
            <DeliveryNote
              note={note}
              onNote={(next) => changeDelivery({ note: next })}
              confirmed={confirmed}
              onConfirmed={setConfirmed}
              submitted={submitted}
            />
          </section>
        </div>
        <aside className="sheet pay-summary" aria-labelledby="summary">
          <h2 id="summary">Summary</h2>
          <p className="muted mb-3">{count === 1 ? '1 item' : `${count} items`} in your cart</p>
          <ChangedLines items={items} offers={offers} />
          <dl className="ruled-rows totals mb-3">
            <Amount label="Subtotal">{formatSum(subtotal)}</Amount>
            <Amount
              label="Delivery Fee"
              explanation={<span className="delivery-explanation d-block two-lines">{explanation}</span>}
            >
              {feeText(mode, fee)}
            </Amount>
            <Amount label="Total Amount">
              {fee === null ? formatSum(subtotal) : formatMoney(orderTotal(subtotal, fee))}
              {fee === null && <span className="d-block small muted">+ delivery</span>}
            </Amount>
          </dl>
          <PayBar
            label={fee === null ? 'Total + delivery' : 'Total'}
            total={fee === null ? formatSum(subtotal) : formatMoney(orderTotal(subtotal, fee))}
          >
            <button
              type="button"
              className="btn btn-primary"
              disabled={priceUnknown}
              aria-describedby={priceUnknown ? 'price-unknown' : undefined}
              onClick={proceed}
            >
              Proceed to Payment
            </button>
          </PayBar>
          {refusal !== null && <p className="notice mt-3">{refusal}</p>}
          {priceUnknown && (
            <p id="price-unknown" className="small muted mt-2">
              {distance === null
                ? "This address isn't on the map yet. Tap Change and place its pin."
                : 'You can continue once we know the delivery fee.'}
            </p>
          )}
          {priceUnknown && rateFailed && distance !== null && (
            <button
              type="button"
              className="btn btn-outline-secondary w-100"
              aria-disabled={isFetching}
              onClick={() => void refetch()}
            >
              {isFetching ? 'Trying again...' : 'Try again'}
            </button>
          )}
        </aside>
      </div>
    </div>
  )
}

function EmptyCart() {
  return (
    <div className="shell page">
      <PageHead plain title="Delivery" />
      <UnfinishedPayment />
      <EmptyState
        title="Your cart is empty! Start shopping now and grab something you love."
        leadsTo={{ to: paths.shop, text: 'Continue Shopping' }}
      />
    </div>
  )
}

function ChangedLines({ items, offers }: { items: readonly CartItem[]; offers: Offers }) {
  const changed = items.flatMap((item) => {
    const offer = offers.get(item.id)
    const wanted = quantityOf(items, item.id)
    return offer && lineChanges(item, wanted, offer).length > 0 ? [{ item, wanted, offer }] : []
  })
  if (changed.length === 0) return null
  return (
    <ul className="d-grid gap-3 mb-3">
      {changed.map((line, at) => (
        <li key={`${line.item.id}-${at}`}>
          {line.item.name}
          <span className="muted money">{`\u00a0× ${line.item.quantity}`}</span>
          <LineNotice {...line} />
        </li>
      ))}
    </ul>
  )
}

type DeliveryDraft = { note: string; mode: DeliveryMode }

export function readDeliveryDraft(stored: Record<string, unknown>): DeliveryDraft {
  return { ...savedTexts(stored, { note: '' }), mode: stored.mode === 'pickup' ? 'pickup' : 'home' }
}

type ChoiceProps = {
  mode: DeliveryMode
  config: HostConfig | undefined
  onMode: (mode: DeliveryMode) => void
}

function DeliveryChoice({ mode, config, onMode }: ChoiceProps) {
  const allowsPickup = config?.allowsPickup ?? true
  const choices = [
    {
      value: 'home',
      label: 'Home Delivery',
      text: "We'll bring it to your address.",
      icon: 'truck',
      disabled: false,
    },
    {
      value: 'pickup',
      label: 'Self pick or send your boda',
      text: allowsPickup ? `Free, ${store.hours}.` : 'Not possible right now.',
      icon: 'box',
      // The current choice stays enabled, so that the form never has a disabled selection.
      disabled: !allowsPickup && mode !== 'pickup',
    },
  ] as const
  return (
    <fieldset className="delivery-choice">
      <legend className="visually-hidden">How would you like to get it?</legend>
      {choices.map(({ value, label, text, icon, disabled }) => (
        <label key={value} className="choice-card">
          <input
            type="radio"
            name="delivery-mode"
            aria-label={label}
            checked={mode === value}
            disabled={disabled}
            onChange={() => onMode(value)}
          />
          <Icon name={icon} />
          <span className="d-grid">
            <strong>{label}</strong>
            <span className="muted">{text}</span>
          </span>
        </label>
      ))}
      {mode === 'pickup' && (
        <p>
          Collect it at <CollectionAddressLine />
        </p>
      )}
    </fieldset>
  )
}
