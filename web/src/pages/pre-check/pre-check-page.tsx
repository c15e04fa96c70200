import { useQuery } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { getSession, useSession, useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import { useContact } from '../../domain/customer.ts'
import { type DeliveryMode, lastDelivery } from '../../domain/delivery-fee.ts'
import { readTextFields, useDraft } from '../../domain/draft.ts'
import { hostConfigQuery } from '../../domain/host-config.ts'
import { type PreCheckState, readState } from '../../domain/navigation-state.ts'
import { useCarriedCart } from '../../features/cart/carried-cart.ts'
import { EmptyCart } from '../../features/cart/empty-cart.tsx'
import { CheckoutSteps } from '../../features/checkout/checkout-steps.tsx'
import { type Delivery, toLocationState } from '../../features/checkout/chosen-delivery.ts'
import { LazyPaymentNotice } from '../../features/checkout/payment/lazy-payment-notice.tsx'
import { draftPoint } from '../../features/delivery/address-draft.ts'
import { AddressSection } from '../../features/delivery/address-section.tsx'
import { NoteStep } from '../../features/delivery/note-step.tsx'
import { type AddressBook, useAddressBook } from '../../features/delivery/use-address-book.ts'
import { useLocation } from '../../platform/location.ts'
import { announce } from '../../ui/feedback/announcer.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { focusFirstError } from '../../ui/form/use-submit.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PhoneText } from '../../ui/page/phone-text.tsx'
import { PickupPointLine } from '../../ui/page/pickup-point.tsx'
import { ChangedLines } from './changed-lines.tsx'
import { Summary, useDeliveryPrice } from './summary.tsx'
import '../../ui/form/forms.scss'
import '../../features/delivery/delivery.scss'

/** The delivery step of the checkout. Starts over after a log-out or another log-in, also in another tab. */
export default function PreCheckPage() {
  return <PreCheck key={useSession()} />
}

function PreCheck() {
  const items = useCarriedCart(readState<PreCheckState>(useLocation().state).cartItems)
  return (
    <div className="shell page">
      {items.length === 0 ? null : <CheckoutSteps current="Delivery" />}
      <PageHead plain title="Delivery" />
      <LazyPaymentNotice />
      {items.length === 0 ? <EmptyCart /> : <DeliveryForm items={items} />}
    </div>
  )
}

/** Returns the chosen delivery, its problems, and the function that continues to the payment. */
function useDeliveryForm(items: readonly CartItem[]) {
  const navigate = useNavigate()
  const token = useToken()
  const delivery = useDeliveryDraft()
  const { note, mode } = delivery
  const [isConfirmed, setConfirmed] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const steps = useRef<HTMLDivElement>(null)
  const refusalNotice = useRef<HTMLParagraphElement>(null)
  const book = useAddressBook(token, useContact(token), () =>
    navigate(paths.account, { state: { fromCheckout: true } }),
  )
  const deliveryPrice = useDeliveryPrice(items, { mode, book })
  const problem = findProblem({ note, isConfirmed, address: mode === 'home' ? book : null })
  const lacksAddress = isSubmitted && mode === 'home' && book.selected === null && book.unsaved === null

  function submit() {
    setSubmitted(true)
    if (mode === 'home' && book.unsaved !== null) return refuseUnsaved(book.unsaved, book, steps.current)
    if (problem !== null) {
      notify('error', problem.text)
      if (problem.isAddress) return focusAddress()
      // The field of the toast, even if the address above is missing, too.
      return focusFirstError(steps.current?.querySelector<HTMLElement>('[aria-labelledby=note]') ?? null)
    }
    if (deliveryPrice.refusal !== null) {
      notify('error', deliveryPrice.refusal)
      return refusalNotice.current?.focus()
    }
    const chosen = chosenDelivery(mode === 'home' ? book.selected : null, deliveryPrice, note.trim())
    if (chosen === null) return
    if (chosen.address) lastDelivery.set({ address: chosen.address.address, fee: chosen.fee })
    navigate(paths.checkout, { state: toLocationState(items, chosen, getSession()) })
  }

  function focusAddress() {
    if (book.selectedId === null) flushSync(book.form.open)
    focusFirstError(steps.current)
  }

  return {
    ...delivery,
    book,
    deliveryPrice,
    isConfirmed,
    setConfirmed,
    isSubmitted,
    // Only the first problem is shown as a toast, but all invalid fields are marked.
    addressError: lacksAddress ? (problem?.isAddress ? problem.text : ADDRESS_MISSING) : null,
    /** Whether the address is missing, but the first problem is a different one. */
    hasLaterAddressError: lacksAddress && !problem?.isAddress,
    steps,
    refusalNotice,
    submit,
    focusAddress,
  }
}

function DeliveryForm({ items }: { items: readonly CartItem[] }) {
  const { mode, note, book, deliveryPrice, changeDelivery, isSubmitted, ...form } = useDeliveryForm(items)
  return (
    <div className="page-columns">
      <div className="d-grid gap-3" ref={form.steps}>
        <RefusalNotice
          text={deliveryPrice.refusal ?? (form.hasLostPickup ? PICKUP_STOPPED : null)}
          notice={form.refusalNotice}
        />
        <ChangedLines items={items} />
        <section className="sheet">
          <DeliveryChoice
            mode={mode}
            allowsPickup={form.allowsPickup}
            price={deliveryPrice.home}
            onMode={(next) => changeDelivery({ mode: next })}
          />
        </section>
        {mode === 'home' && <AddressStep book={book} error={form.addressError} />}
        <NoteStep
          mode={mode}
          note={note}
          onNote={(next) => changeDelivery({ note: next })}
          isConfirmed={form.isConfirmed}
          onConfirmedChange={form.setConfirmed}
          isSubmitted={isSubmitted}
        />
      </div>
      <Summary
        items={items}
        mode={mode}
        price={deliveryPrice}
        onAddressMissing={form.hasLaterAddressError ? form.focusAddress : null}
        onProceed={form.submit}
      />
    </div>
  )
}

/** Explains why the host takes no order now. It gets the focus if the shopper tries to continue. */
function RefusalNotice({ text, notice }: { text: string | null; notice: Ref<HTMLParagraphElement> }) {
  return text === null ? null : (
    <p className="notice mb-0" ref={notice} tabIndex={-1}>
      <PhoneText>{text}</PhoneText>
    </p>
  )
}

/** @param selected null for a pickup. @returns null while the fee is unknown */
function chosenDelivery(
  selected: AddressBook['selected'],
  { distance, fee }: ReturnType<typeof useDeliveryPrice>,
  note: string,
): Delivery | null {
  if (selected === null) return { address: null, distance: 0, fee: 0, note }
  const { id, address, point } = selected
  if (point === null || distance === null || fee === null) return null
  return { address: { id, address, latitude: point.lat, longitude: point.lng }, distance, fee, note }
}

/** Returns the stored note and delivery mode. Falls back to home delivery if pickup is no longer offered. */
function useDeliveryDraft() {
  const [{ note, mode }, changeDelivery] = useDraft('deliveryDraft', readDeliveryDraft)
  const allowsPickup = useQuery(hostConfigQuery()).data?.allowsPickup ?? true
  const hasLostPickup = mode === 'pickup' && !allowsPickup
  return {
    note,
    mode: hasLostPickup ? ('home' as const) : mode,
    allowsPickup,
    hasLostPickup,
    changeDelivery,
  }
}

/** Refuses to go on with an address that is not saved: the parcel would go to a different one. */
function refuseUnsaved(place: string, book: AddressBook, steps: HTMLElement | null) {
  // A first address has no Cancel.
  const ways = book.addresses.length > 0 ? 'Save or cancel' : 'Save'
  const error = `${ways} your new address first: ${place}.`
  flushSync(() => book.form.fail(error))
  announce(error)
  const { draft } = book.form
  const canSave = draftPoint(draft) !== null && place === draft.address.trim()
  const find = (selector: string) => steps?.querySelector<HTMLElement>(selector)
  find(canSave ? '[aria-label="Save searched address"]' : '[role=combobox]')?.focus()
  find('.address-search')?.scrollIntoView({ block: 'nearest' })
}

const ADDRESS_MISSING = 'Delivery address is required'

/** Shown if pickup was chosen earlier. */
const PICKUP_STOPPED = "Collecting your order isn't possible right now, so we've chosen home delivery."

/** The address of a home delivery. */
function AddressStep({ book, error }: { book: AddressBook; error: string | null }) {
  const isLoggedIn = useToken() !== null
  return (
    <section className="sheet" aria-labelledby="where">
      <h2 id="where">Delivery address</h2>
      {!isLoggedIn && (
        <p className="notice">
          <span>
            <Link to={paths.account} state={{ fromCheckout: true }}>
              Log in
            </Link>{' '}
            to use and save your addresses. Your cart is safe.
          </span>
        </p>
      )}
      <AddressSection book={book} error={error} />
    </section>
  )
}

type DeliveryFields = {
  note: string
  isConfirmed: boolean
  /** Null for a pickup. */
  address: { selectedId: number | null; selected: object | null } | null
}

/** Returns the first problem in the specified order: the note, the box, the address. Null if there is none. */
function findProblem({
  note,
  isConfirmed,
  address,
}: DeliveryFields): { text: string; isAddress: boolean } | null {
  if (note.trim() === '') return { text: 'Please provide a delivery note.', isAddress: false }
  if (!isConfirmed)
    return {
      text: 'Please confirm that your details are correct by checking the box.',
      isAddress: false,
    }
  if (address === null || address.selected !== null) return null
  const text =
    address.selectedId === null
      ? 'Please select an address before proceeding.'
      : 'The selected address is invalid. Please try again.'
  return { text, isAddress: true }
}

type DeliveryDraft = { note: string; mode: DeliveryMode }

export function readDeliveryDraft(stored: Record<string, unknown>): DeliveryDraft {
  return { ...readTextFields(stored, { note: '' }), mode: stored.mode === 'pickup' ? 'pickup' : 'home' }
}

type ChoiceProps = {
  mode: DeliveryMode
  allowsPickup: boolean
  /** The price of a home delivery in words; '' if it is unknown. */
  price: string
  onMode: (mode: DeliveryMode) => void
}

function DeliveryChoice({ mode, allowsPickup, price, onMode }: ChoiceProps) {
  const choices = [
    {
      value: 'home',
      label: 'Home Delivery',
      text: price || "We'll bring it to your address.",
      icon: 'truck',
      disabled: false,
    },
    {
      value: 'pickup',
      label: 'Self pick or send your boda',
      text: allowsPickup ? `Free, ${store.hours}.` : 'Not possible right now.',
      icon: 'box',
      disabled: !allowsPickup,
    },
  ] as const
  return (
    <fieldset className="delivery-choice">
      <legend>
        <h2>How do you want to get it?</h2>
      </legend>
      {choices.map(({ value, label, text, icon, disabled }) => (
        <label key={value} className="choice-card">
          <input
            type="radio"
            name="delivery-mode"
            aria-labelledby={`${value}-label`}
            aria-describedby={`${value}-text`}
            checked={mode === value}
            disabled={disabled}
            onChange={() => onMode(value)}
          />
          <Icon name={icon} />
          <span className="d-grid">
            <strong id={`${value}-label`}>{label}</strong>
            <span id={`${value}-text`} className="muted two-lines">
              {text}
            </span>
          </span>
        </label>
      ))}
      {mode === 'pickup' && (
        <p>
          Collect it at <PickupPointLine />
        </p>
      )}
    </fieldset>
  )
}
