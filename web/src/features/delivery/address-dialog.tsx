import { type FormEvent, useId } from 'react'
import { store } from '../../config/store.ts'
import { formatKilometres } from '../../domain/delivery-fee.ts'
import { distanceFromShop } from '../../domain/distance.ts'
import { Field, FormError, fieldsOf } from '../../ui/form/field.tsx'
import { Dialog } from '../../ui/overlay/lazy-overlay.tsx'
import { draftPoint, PHONE_EXAMPLE } from './address.ts'
import type { AddressBook } from './use-address-book.ts'

/** The dialog for the details of a new address. Shows the distance from the shop. */
export function AddressDialog({ form }: { form: AddressBook['form'] }) {
  const { draft, change, closeDialog, isSaving, error } = form
  const formId = useId()
  const typeId = useId()
  const point = draftPoint(draft)
  const field = fieldsOf(draft, {}, change)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSaving) form.save()
  }

  return (
    <Dialog
      title="Address Details"
      open={form.isDialogOpen}
      onClose={closeDialog}
      footer={
        <>
          <button type="button" className="btn btn-outline-secondary" onClick={closeDialog}>
            Cancel
          </button>
          <button type="submit" form={formId} className="btn btn-primary" aria-disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <FormError error={error === null || !form.isDialogOpen ? null : { text: error, detail: null }} />
        <Field
          label="Address Name"
          {...field('address')}
          autoComplete="street-address"
          maxLength={250}
          required
        />
        <div className="field">
          <label htmlFor={typeId}>Address Type</label>
          <select
            id={typeId}
            className="form-select"
            value={draft.address_type}
            onChange={(event) => change({ address_type: event.target.value === 'Work' ? 'Work' : 'Home' })}
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
          inputMode="tel"
          maxLength={20}
          required
        />
        <p className="field-hint">The map fills these in. Change them only if you know better.</p>
        <div className="field-pair">
          <Field label="Longitude" {...field('longitude')} autoComplete="off" required />
          <Field label="Latitude" {...field('latitude')} autoComplete="off" required />
        </div>
        <p className="strong" aria-live="polite">
          Distance to {store.location}: {point ? formatKilometres(distanceFromShop(point)) : 'Calculating...'}
        </p>
      </form>
    </Dialog>
  )
}
