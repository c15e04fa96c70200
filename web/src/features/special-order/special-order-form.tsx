import { ApiError, displayedMessage } from 'contracts/client'
import type { SpecialOrder } from 'contracts/resources/special-orders'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { call, NoResponseError } from '../../api/api.ts'
import { useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { readTextFields, useDraft } from '../../domain/draft.ts'
import { isEmail } from '../../domain/email-and-phone.ts'
import { failureAdvice } from '../../domain/failure-advice.ts'
import type { PreOrder } from '../../domain/navigation-state.ts'
import { announce } from '../../ui/feedback/announcer.ts'
import { bindFields, Field, FormError, FormSuccess } from '../../ui/form/field.tsx'
import { focusFirstError, useSubmit } from '../../ui/form/use-submit.ts'
import { Link } from '../../ui/page/link.tsx'
import { PhoneText } from '../../ui/page/phone-text.tsx'
import { PrivacyNote } from '../../ui/page/privacy-note.tsx'

const SENT = 'Your special order request has been submitted successfully!'

type Props = {
  /** The requested product; null if there is none. */
  item: (Pick<SpecialOrderDraft, 'item_name' | 'quantity'> & Partial<SpecialOrderDraft>) | null
  /** Whether the requested product replaces a typed one. */
  replacesItem: boolean
  /** null if the shopper comes from elsewhere. */
  preOrder: PreOrder | null
  /** The details of the customer who is logged in, for fields that are empty. */
  customer: { name: string; email: string; phone: string } | null
  onOpenCart: () => void
}

/** Returns the stored draft and functions that change and clear it. Fills in the item and the customer's details. */
function useFilledDraft({ item, replacesItem, customer }: Omit<Props, 'preOrder' | 'onOpenCart'>) {
  const [draft, change, clear] = useDraft('specialOrderDraft', readSpecialOrderDraft)
  // Fills in the item and the details once, so that a field that the customer empties stays empty.
  const fillInItem = useEffectEvent(() => {
    if (item && (replacesItem || draft.item_name === '')) change(item)
  })
  const hasItem = item !== null
  useEffect(() => {
    if (hasItem) fillInItem()
  }, [hasItem])
  const fillInCustomer = useEffectEvent(() => {
    if (!customer) return
    const { [focusedField()]: _, ...others } = withCustomer(draft, customer) as Record<string, string>
    change(others)
  })
  const isKnown = customer !== null
  useEffect(() => {
    if (isKnown) fillInCustomer()
  }, [isKnown])
  return [draft, change, clear] as const
}

/** Failures for which the form shows help in addition to the error message. */
type FailureKind = 'login required' | 'host error'

const MAY_HAVE_ARRIVED = `Your request may have arrived. Before you send it again, ask us on ${store.phones[0]}.`

/** The special-order form. Typed text is stored until the form is sent. */
export function SpecialOrderForm({ item, replacesItem, preOrder, customer, onOpenCart }: Props) {
  const [draft, change, clear] = useFilledDraft({ item, replacesItem, customer })
  const [isSubmitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<FailureKind | null>(null)
  const [sent, setSent] = useState<SentRequestProps['sent'] | null>(null)
  const [wasPreOrderSent, setPreOrderSent] = useState(false)
  const openPreOrder = wasPreOrderSent ? null : preOrder
  const form = useRef<HTMLFormElement>(null)
  const { error, pending, fail, deferIfOffline, handleSubmit } = useSubmit(null)
  const errors = isSubmitted ? specialOrderErrors(draft) : {}

  const submit = handleSubmit(async () => {
    setSubmitted(true)
    setFailure(null)
    setSent(null)
    const found = specialOrderErrors(draft)
    if (Object.keys(found).length > 0) {
      const required = Object.values(requiredTexts(draft))
      const isMissing = Object.values(found).some((message) => required.includes(message))
      fail(isMissing ? 'Please fill in all required fields.' : 'Please check the marked fields.')
      return focusFirstError(form.current)
    }
    if (deferIfOffline()) return
    try {
      await call('POST /special-order/store', { body: specialOrderRequest(draft) })
      setSubmitted(false)
      setSent({ ...draft, added: openPreOrder?.added ?? 0 })
      setPreOrderSent(true)
      clear()
      announce(SENT)
    } catch (cause) {
      if (!(cause instanceof ApiError))
        return fail('Error submitting the order. Please try again.', {
          // The API has no request that lists special orders.
          detail: cause instanceof NoResponseError ? MAY_HAVE_ARRIVED : failureAdvice(cause),
        })
      if (cause.status === 401) setFailure('login required')
      else if (cause.status >= 500) setFailure('host error')
      fail(displayedMessage(cause.body) ?? 'Something went wrong. Please try again.', {
        detail: failureAdvice(cause),
      })
    }
  })

  return (
    <form className="sheet" ref={form} onSubmit={submit} noValidate>
      {item && openPreOrder && <PreOrderNote item={item} {...openPreOrder} draft={draft} onChange={change} />}
      <AccountNote />
      <ContactFields draft={draft} errors={errors} onChange={change} />
      <ItemFields draft={draft} errors={errors} onChange={change} />
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
        aria-disabled={pending}
      >
        {pending ? 'Sending...' : 'Submit request'}
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

/** What was requested, because the form is empty again, and what follows. */
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

/** How to proceed after a 401 or a server error. */
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
  errors: ReturnType<typeof specialOrderErrors>
  onChange: (change: Partial<SpecialOrderDraft>) => void
}

function ContactFields({ draft, errors, onChange }: FieldsProps) {
  const method = useId()
  const field = bindFields(draft, errors, onChange)
  const byEmail = draft.preferred_contact_method === 'Email'
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
        hint={byEmail ? 'Your email address.' : 'Your WhatsApp number.'}
        autoComplete={byEmail ? 'email' : 'tel'}
        inputMode={byEmail ? 'email' : 'tel'}
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

const EMPTY_SPECIAL_ORDER = {
  customer_name: '',
  phone_number: '',
  preferred_contact_method: 'Email' as 'Email' | 'WhatsApp',
  contact_info: '',
  item_name: '',
  order_details: '',
  quantity: '1',
  customizations: '',
}

type SpecialOrderDraft = typeof EMPTY_SPECIAL_ORDER

export function readSpecialOrderDraft(stored: Record<string, unknown>): SpecialOrderDraft {
  const { preferred_contact_method: start, ...texts } = EMPTY_SPECIAL_ORDER
  const method = stored.preferred_contact_method === 'WhatsApp' ? 'WhatsApp' : start
  return { ...readTextFields(stored, texts), preferred_contact_method: method }
}

/** Returns the name of the focused field, in which the customer may be about to type; '' if there is none. */
function focusedField(): string {
  return document.activeElement?.getAttribute('name') ?? ''
}

/** Returns the contact fields of a draft, with the customer's details where they are empty. */
function withCustomer(
  draft: SpecialOrderDraft,
  { name, email, phone }: NonNullable<Props['customer']>,
): Partial<SpecialOrderDraft> {
  return {
    customer_name: draft.customer_name || name,
    phone_number: draft.phone_number || phone,
    contact_info: draft.contact_info || (draft.preferred_contact_method === 'Email' ? email : phone),
  }
}

/** Error messages of empty required fields. */
const requiredTexts = ({ preferred_contact_method: method }: SpecialOrderDraft) => ({
  customer_name: 'Enter your full name.',
  phone_number: 'Enter your phone number.',
  contact_info: method === 'Email' ? 'Enter your email address.' : 'Enter your WhatsApp number.',
  item_name: 'Enter what you are looking for, such as its title.',
  order_details: 'Enter what you know about it.',
  quantity: 'Enter a whole number, at least 1.',
})

/** The largest quantity of a special order. The emulator enforces the same limit. */
const MAX_QUANTITY = 10_000

/** Returns an error message for each field that is empty or invalid. */
export function specialOrderErrors(draft: SpecialOrderDraft) {
  const required = requiredTexts(draft)
  const errors: Partial<Record<keyof SpecialOrderDraft, string>> = Object.fromEntries(
    Object.entries(required).filter(([field]) => draft[field as keyof typeof required].trim() === ''),
  )
  const quantity = draft.quantity.trim()
  if (!/^\d+$/.test(quantity) || Number(quantity) < 1) errors.quantity = required.quantity
  else if (Number(quantity) > MAX_QUANTITY) errors.quantity = `At most ${MAX_QUANTITY}. Call us for more.`
  const contact = draft.contact_info.trim()
  if (draft.preferred_contact_method === 'Email' && contact !== '' && !isEmail(contact))
    errors.contact_info = 'Enter an email address, such as name@example.com.'
  // The field is filled in with the customer's e-mail address, which stays when the method changes.
  if (draft.preferred_contact_method === 'WhatsApp' && contact.includes('@'))
    errors.contact_info = requiredTexts(draft).contact_info
  return errors
}

/** Returns the request body. The API has no field for a WhatsApp number, so it is a line of the customizations. */
export function specialOrderRequest(draft: SpecialOrderDraft): SpecialOrder {
  const byEmail = draft.preferred_contact_method === 'Email'
  const contact = draft.contact_info.trim()
  return {
    customer_name: draft.customer_name.trim(),
    phone_number: draft.phone_number.trim(),
    preferred_contact_method: draft.preferred_contact_method,
    email: byEmail ? contact : null,
    item_name: draft.item_name.trim(),
    order_details: draft.order_details.trim(),
    quantity: Number(draft.quantity),
    customizations: [draft.customizations.trim(), byEmail ? '' : `WhatsApp: ${contact}`]
      .filter(Boolean)
      .join('\n'),
    status: 1,
  }
}
