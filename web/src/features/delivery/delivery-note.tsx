import { Field } from '../../ui/field.tsx'

type Props = {
  note: string
  onNote: (note: string) => void
  confirmed: boolean
  onConfirmed: (confirmed: boolean) => void
}

/** What the rider should know, and the shopper's word that all is right. */
export function DeliveryNote({ note, onNote, confirmed, onConfirmed }: Props) {
  return (
    <>
      <Field
        label="Delivery Note"
        name="delivery_note"
        value={note}
        onChange={onNote}
        error={note.trim() === '' ? 'Delivery note is required' : null}
        hint="A landmark, the colour of the gate, a good time to call."
        autoComplete="off"
        multiline
        required
      />
      <div className="confirm-line">
        <input
          className="form-check-input"
          type="checkbox"
          id="confirm-details"
          checked={confirmed}
          onChange={(event) => onConfirmed(event.target.checked)}
          aria-describedby={confirmed ? undefined : 'confirm-details-fault'}
        />
        <label htmlFor="confirm-details">I confirm that my details are correct *</label>
        {!confirmed && (
          <p id="confirm-details-fault" className="field-error">
            You must confirm your details to proceed.
          </p>
        )}
      </div>
    </>
  )
}
