import { useState } from 'react'
import { env } from '../../config/env.ts'
import { deliveryTimeNotice } from '../../config/store.ts'
import type { DeliveryMode } from '../../domain/delivery-fee.ts'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/media/icon.tsx'

type Props = {
  mode: DeliveryMode
  note: string
  onNote: (note: string) => void
  isConfirmed: boolean
  onConfirmedChange: (isConfirmed: boolean) => void
  /** Whether the shopper has tried to continue. If so, missing fields are shown as errors. */
  isSubmitted: boolean
}

const NOTICE = `${deliveryTimeNotice}. For upcountry deliveries, please contact customer service before you continue to place your order.`

const HINTS: Record<DeliveryMode, string> = {
  home: 'For example a landmark or the colour of the gate.',
  pickup: "For example when you'll come, or who will collect it.",
}

const NOTE_MISSING = 'Delivery note is required'

/**
 * The delivery note and the confirmation box. The message for a missing value is a hint until the shopper has left the
 * field or tried to continue. The heading names the rider only if a rider comes and gets the note.
 */
export function NoteStep({ mode, note, onNote, isConfirmed, onConfirmedChange, isSubmitted }: Props) {
  const [left, setLeft] = useState({ note: false, box: false })
  const isNoteMissing = note.trim() === ''
  const isBoxWrong = !isConfirmed && (isSubmitted || left.box)
  return (
    <section className="sheet" aria-labelledby="note">
      <h2 id="note">
        {env.sendDeliveryNote && mode === 'home' ? 'Note for the rider' : 'Before you continue'}
      </h2>
      {mode === 'home' && <p className="notice">{NOTICE}</p>}
      <Field
        label="Delivery Note"
        name="delivery_note"
        value={note}
        onChange={onNote}
        onBlur={() => setLeft((before) => ({ ...before, note: true }))}
        error={isNoteMissing && (isSubmitted || left.note) ? NOTE_MISSING : null}
        helper={isNoteMissing ? NOTE_MISSING : ''}
        hint={HINTS[mode]}
        autoComplete="off"
        multiline
        required
      />
      <label className="delivery-confirm">
        <input
          className="form-check-input"
          type="checkbox"
          checked={isConfirmed}
          onChange={(event) => onConfirmedChange(event.target.checked)}
          onBlur={() => setLeft((before) => ({ ...before, box: true }))}
          aria-invalid={isBoxWrong || undefined}
          aria-describedby={isConfirmed ? undefined : 'confirm-details-missing'}
        />
        <span>I confirm that my details are correct{'\u00a0'}*</span>
      </label>
      <div aria-live="polite">
        {!isConfirmed && (
          <p id="confirm-details-missing" className={isBoxWrong ? 'field-error' : 'field-hint mb-0'}>
            {isBoxWrong && <Icon name="alert" />}
            You must confirm your details to proceed.
          </p>
        )}
      </div>
    </section>
  )
}
