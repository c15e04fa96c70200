import { ApiError, displayedMessage } from 'contracts/client'
import { useId, useRef, useState } from 'react'
import { getToken, useSession } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { formatKilometres } from '../../domain/delivery-fee.ts'
import { distanceFromShop } from '../../domain/distance.ts'
import { validPhone } from '../../domain/email-and-phone.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { bindFields, Field, FormError } from '../../ui/form/field.tsx'
import { focusFirstError, useSubmit } from '../../ui/form/use-submit.ts'
import { Dialog } from '../../ui/overlay/lazy-overlay.tsx'
import { PrivacyNote } from '../../ui/page/privacy-note.tsx'
import { draftPoint, explainAddressProblem, findAddressErrors, PHONE_EXAMPLE } from './address-draft.ts'
import type { AddressBook } from './use-address-book.ts'

export function AddressDialog({ form }: { form: AddressBook['form'] }) {
  const { draft, change } = form
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const { error, isPending, fail, clearError, deferIfOffline, handleSubmit } = useSubmit('page', useSession())
  const errors = isSubmitted ? findAddressErrors(draft) : {}

  const submit = handleSubmit(async () => {
    setSubmitted(true)
    const problem = explainAddressProblem(draft)
    if (problem !== null) {
      notify('error', problem)
      return focusFirstError(element.current)
    }
    const contact_person_number = validPhone(draft.contact_person_number) ?? ''
    change({ contact_person_number })
    // The token is read again, because the customer may have logged out in another tab.
    if (getToken() === null) return form.onNoToken()
    if (deferIfOffline()) return
    try {
      await form.save({ ...draft, contact_person_number })
      setSubmitted(false)
      notify('success', 'Address saved successfully!')
    } catch (cause) {
      fail(
        cause instanceof ApiError
          ? `Error: ${displayedMessage(cause.body) ?? 'Failed to save address.'}`
          : 'An error occurred while saving the address.',
      )
    }
  })
  const close = () => {
    setSubmitted(false)
    clearError()
    form.closeDialog()
  }

  return (
    <Dialog
      title="Address Details"
      open={form.isDialogOpen}
      onClose={close}
      footer={
        <>
          <button type="button" className="btn btn-outline-secondary" onClick={close}>
            Cancel
          </button>
          <button type="submit" form={formId} className="btn btn-primary" aria-disabled={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </button>
        </>
      }
    >
      <form id={formId} ref={element} onSubmit={submit} noValidate>
        <AddressFields draft={draft} errors={errors} onChange={change} />
        <FormError error={error} />
        <PrivacyNote use="bring your orders" />
      </form>
    </Dialog>
  )
}

type FieldsProps = {
  draft: AddressBook['form']['draft']
  errors: ReturnType<typeof findAddressErrors>
  onChange: AddressBook['form']['change']
}

/** The coordinates are last, because shoppers know the other fields. */
function AddressFields({ draft, errors, onChange }: FieldsProps) {
  const typeId = useId()
  const field = bindFields(draft, errors, onChange)
  const point = draftPoint(draft)
  return (
    <>
      <Field
        label="Address Name"
        {...field('address')}
        // Unlike a search, a new name keeps the pin.
        onChange={(address) => onChange({ address, place: address })}
        autoComplete="address-line1"
        maxLength={250}
        required
      />
      <div className="field">
        <label htmlFor={typeId}>Address Type</label>
        <select
          id={typeId}
          className="form-select"
          value={draft.address_type}
          onChange={(event) => onChange({ address_type: event.target.value === 'Work' ? 'Work' : 'Home' })}
        >
          <option>Home</option>
          <option>Work</option>
        </select>
      </div>
      <Field
        label="Contact Person Name"
        {...field('contact_person_name')}
        autoComplete="name"
        maxLength={100}
        required
      />
      <Field
        label="Contact Person Number"
        {...field('contact_person_number')}
        type="tel"
        hint="Our rider will call this number."
        helper={PHONE_EXAMPLE}
        autoComplete="tel"
        maxLength={20}
        required
      />
      <fieldset className="address-position">
        <legend className="field-hint">From the map. You don't need to change it.</legend>
        <Field label="Longitude" {...field('longitude')} autoComplete="off" required />
        <Field label="Latitude" {...field('latitude')} autoComplete="off" required />
      </fieldset>
      <p className="strong" aria-live="polite">
        Distance to {store.location}: {point ? formatKilometres(distanceFromShop(point)) : 'Calculating...'}
      </p>
    </>
  )
}
