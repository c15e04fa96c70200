import { ApiError, displayedMessage } from 'contracts/client'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { belongsToCustomer, getOwner, useSession, useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { useDraft, useOwnedState } from '../../domain/draft.ts'
import { failureAdvice } from '../../domain/failure-advice.ts'
import type { PreOrder } from '../../domain/navigation-state.ts'
import { announce } from '../../ui/feedback/announcer.ts'
import { bindFields, Field, FormError, FormSuccess } from '../../ui/form/field.tsx'
import { focusFirstError, useSubmit } from '../../ui/form/use-submit.ts'
import { Link } from '../../ui/page/link.tsx'
import { PhoneText } from '../../ui/page/phone-text.tsx'
import { PrivacyNote } from '../../ui/page/privacy-note.tsx'
import {
  type ContactDetails,
  findSpecialOrderErrors,
  readSpecialOrderDraft,
  requiredTexts,
  type SpecialOrderDraft,
  toSpecialOrder,
  withCustomer,
} from './special-order-draft.ts'

const SENT = 'Your special order request has been submitted successfully!'

type Props = {
  /** The requested product; null if there is none. */
  item: (Pick<SpecialOrderDraft, 'item_name' | 'quantity'> & Partial<SpecialOrderDraft>) | null
  /** Whether the requested product replaces a typed one. */
  replacesItem: boolean
  /** null if the shopper comes from elsewhere. */
  preOrder: PreOrder | null
  /** The details of the customer who is logged in, for fields that are empty. */
  customer: ContactDetails | null
  onOpenCart: () => void
}

/** Returns the stored draft and functions that change and clear it. Fills in the item and the customer's details. */
function useFilledDraft({ item, replacesItem, customer }: Omit<Props, 'preOrder' | 'onOpenCart'>) {
  const [draft, change, clear] = useDraft('specialOrderDraft', readSpecialOrderDraft)
  // Fills in the item and the details once, so that a field that the customer empties stays empty.
  const fillInItem = useEffectEvent(() => {
    if (!item || !(replacesItem || draft.item_name === '')) return
    // Details that were filled in or typed for another item don't belong to this one.
    const isSameItem = draft.item_name === '' || draft.item_name === item.item_name
    change(isSameItem ? item : { order_details: '', ...item })
  })
  const hasItem = item !== null
  useEffect(() => {
    if (hasItem) fillInItem()
  }, [hasItem])
  const fillInCustomer = useEffectEvent(() => {
    if (!customer) return
    const { [focusedField()]: _, ...unfocused } = withCustomer(draft, customer) as Record<string, string>
    change(unfocused)
  })
  const isKnown = customer !== null
  useEffect(() => {
    if (isKnown) fillInCustomer()
  }, [isKnown])
  return [draft, change, clear] as const
}

type ClearDraft = ReturnType<typeof useFilledDraft>[2]

/** Failures for which the form shows help in addition to the error message. */
type FailureKind = 'login required' | 'host error'

const MAY_HAVE_ARRIVED = `Your request may have arrived. Before you send it again, ask us on ${store.phones[0]}.`

/** Returns the function that sends the request, and what became of it. */
function useSpecialOrder(draft: SpecialOrderDraft, preOrder: PreOrder | null, clear: ClearDraft) {
  const [isSubmitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<FailureKind | null>(null)
  const [sent, setSent] = useOwnedState<SentRequestProps['sent'] | null>(null)
  const [wasPreOrderSent, setPreOrderSent] = useState(false)
  const openPreOrder = wasPreOrderSent ? null : preOrder
  const form = useRef<HTMLFormElement>(null)
  const { error, isPending, fail, deferIfOffline, handleSubmit } = useSubmit(null, useSession())

  const submit = handleSubmit(async () => {
    setSubmitted(true)
    setFailure(null)
    setSent(null)
    const errors = findSpecialOrderErrors(draft)
    if (Object.keys(errors).length > 0) {
      const required = Object.values(requiredTexts(draft))
      const isMissing = Object.values(errors).some((message) => required.includes(message))
      fail(isMissing ? 'Please fill in all required fields.' : 'Please check the marked fields.')
      return focusFirstError(form.current)
    }
    if (deferIfOffline()) return
    // Another customer may have logged in before the response.
    const owner = getOwner()
    try {
      await call('POST /special-order/store', { body: toSpecialOrder(draft) })
      setSubmitted(false)
      setSent({ ...draft, added: openPreOrder?.added ?? 0 }, owner)
      setPreOrderSent(true)
      clear(draft)
      if (belongsToCustomer(owner)) announce(SENT)
    } catch (cause) {
      if (!(cause instanceof ApiError))
        // The API has no request that lists special orders.
        return fail('Error submitting the order. Please try again.', { detail: MAY_HAVE_ARRIVED })
      if (cause.status === 401) setFailure('login required')
      else if (cause.status >= 500) setFailure('host error')
      fail(displayedMessage(cause.body) ?? 'Something went wrong. Please try again.', {
        detail: failureAdvice(cause),
      })
    }
  })
  return {
    form,
    submit,
    isPending,
    error,
    fieldErrors: isSubmitted ? findSpecialOrderErrors(draft) : {},
    failure,
    /** The request that the host has accepted; null if there is none since the last click. */
    sent,
    /** The pre-order that is not sent yet; null if there is none. */
    openPreOrder,
  }
}

/** The special-order form. Typed text is stored until the form is sent. */
export function SpecialOrderForm({ item, replacesItem, preOrder, customer, onOpenCart }: Props) {
  const [draft, change, clear] = useFilledDraft({ item, replacesItem, customer })
  const { form, submit, isPending, error, fieldErrors, failure, sent, openPreOrder } = useSpecialOrder(
    draft,
    preOrder,
    clear,
  )
  return (
    <form className="sheet" ref={form} onSubmit={submit} noValidate>
      {item && openPreOrder && <PreOrderNote item={item} {...openPreOrder} draft={draft} onChange={change} />}
      <AccountNote />
      <ContactFields draft={draft} errors={fieldErrors} onChange={change} />
      <ItemFields draft={draft} errors={fieldErrors} onChange={change} />
      <FormError error={error}>
        <WayOut failure={failure} />
      </FormError>
      {sent && (
        <FormSuccess text={SENT}>
          <SentRequest sent={sent} onOpenCart={onOpenCart} />
        </FormSuccess>
      )}
      <PrivacyNote use="find it and send you a price" />
      <button
        type="submit"
        className={`btn ${sent ? 'btn-outline-secondary' : 'btn-primary'} w-100`}
        aria-disabled={isPending}
      >
        {isPending ? 'Sending...' : 'Submit request'}
      </button>
    </form>
  )
}

type PreOrderNoteProps = PreOrder & {
  item: NonNullable<Props['item']>
  draft: SpecialOrderDraft
  onChange: (change: Partial<SpecialOrderDraft>) => void
}

/** Explains a pre-order: the item, and how many of it are already in the cart. */
function PreOrderNote({ item, added, missing, draft, onChange }: PreOrderNoteProps) {
  const total = added + Number(draft.quantity)
  const explanation = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <p className="strong mb-2">{`Tell us how to reach you and we'll order ${item.item_name} for you.`}</p>
      {added > 0 && (
        <p className="mb-3" ref={explanation} tabIndex={-1}>
          {`The ${added} in stock ${added === 1 ? 'is' : 'are'} in your cart.`}{' '}
          {draft.quantity === String(missing) ? (
            `This request is for ${missing} more.`
          ) : (
            <>
              {`This request doesn't include ${added === 1 ? 'it' : 'them'}${total > added ? `: together that's ${total}` : ''}.`}{' '}
              <button
                type="button"
                className="link-button strong"
                onClick={() => {
                  onChange({ quantity: String(missing) })
                  explanation.current?.focus()
                }}
              >
                {`Request only ${missing} more`}
              </button>
            </>
          )}
        </p>
      )}
    </>
  )
}

/** Tells guests that a special order needs an account. */
function AccountNote() {
  return useToken() === null ? (
    <p className="notice">
      <span>
        A special order needs an account. <Link to={paths.account}>Log in or register</Link> first, or fill
        this in now. We'll keep what you type.
      </span>
    </p>
  ) : null
}

type SentRequestProps = Pick<Props, 'onOpenCart'> & {
  /** `added` is how many of a pre-order are in the cart. */
  sent: SpecialOrderDraft & Pick<PreOrder, 'added'>
}

/** Repeats the request, because the form is empty again, and explains the next step. */
function SentRequest({ sent, onOpenCart }: SentRequestProps) {
  const { added } = sent
  return (
    <>
      <span>{`You asked for ${sent.quantity.trim()} × ${sent.item_name.trim()}. We'll send a price and a date to ${sent.contact_info.trim()}.`}</span>
      {added > 0 && (
        <span>
          {`The ${added} in stock ${added === 1 ? 'is' : 'are'} in your cart.`}{' '}
          <button type="button" className="link-button strong" onClick={onOpenCart}>
            {`Order ${added === 1 ? 'it' : 'them'}`}
          </button>
        </span>
      )}
    </>
  )
}

/** Shows the next step after a 401 or a server error: a link to log in, or the phone number. */
function WayOut({ failure }: { failure: FailureKind | null }) {
  if (failure === 'login required')
    return (
      <span>
        <Link to={paths.account}>Log in</Link> and come back. We've kept what you typed.
      </span>
    )
  if (failure === 'host error')
    return <PhoneText>{`We've kept what you typed. Try again, or call ${store.phones[0]}.`}</PhoneText>
  return null
}

type FieldsProps = {
  draft: SpecialOrderDraft
  errors: ReturnType<typeof findSpecialOrderErrors>
  onChange: (change: Partial<SpecialOrderDraft>) => void
}

function ContactFields({ draft, errors, onChange }: FieldsProps) {
  const method = useId()
  const field = bindFields(draft, errors, onChange)
  const isByEmail = draft.preferred_contact_method === 'Email'
  return (
    <>
      <h2>How can we reach you?</h2>
      <div className="field-pair">
        <Field label="Full name" {...field('customer_name')} autoComplete="name" required />
        <Field label="Phone" {...field('phone_number')} type="tel" autoComplete="tel" required />
      </div>
      <div className="field">
        <label htmlFor={method}>Preferred contact method</label>
        <select
          id={method}
          className="form-select"
          value={draft.preferred_contact_method}
          onChange={(event) =>
            onChange({ preferred_contact_method: event.target.value === 'WhatsApp' ? 'WhatsApp' : 'Email' })
          }
        >
          <option>Email</option>
          <option>WhatsApp</option>
        </select>
      </div>
      <Field
        label="Contact info"
        {...field('contact_info')}
        hint={isByEmail ? 'Your email address.' : 'Your WhatsApp number.'}
        autoComplete={isByEmail ? 'email' : 'tel'}
        inputMode={isByEmail ? 'email' : 'tel'}
        required
      />
    </>
  )
}

function ItemFields({ draft, errors, onChange }: FieldsProps) {
  const field = bindFields(draft, errors, onChange)
  return (
    <>
      <h2 className="mt-4">What are you looking for?</h2>
      <Field label="Item name" {...field('item_name')} autoComplete="off" required />
      <Field
        label="Details"
        {...field('order_details')}
        hint="What you know about it, such as the author, publisher, edition, size or colour."
        multiline
        required
      />
      <Field label="Quantity" {...field('quantity')} type="number" min={1} inputMode="numeric" required />
      <Field label="Customizations (optional)" {...field('customizations')} multiline rows={2} />
    </>
  )
}

/** Returns the name of the focused field, in which the customer may be about to type; '' if there is none. */
function focusedField(): string {
  return document.activeElement?.getAttribute('name') ?? ''
}
