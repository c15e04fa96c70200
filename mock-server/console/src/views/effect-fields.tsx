import { CONTRACT_KINDS, type DraftFaults, type FaultDraft } from '../fault-draft.ts'
import { Field } from '../ui/field.tsx'

type Props = {
  draft: FaultDraft
  wrong: DraftFaults
  onChange: (part: Partial<FaultDraft>) => void
}

/** What the chosen effect wants to know; some want nothing. */
export function EffectFields({ draft, wrong, onChange }: Props) {
  const number = (field: 'status' | 'latency' | 'throttle', label: string) => (
    <Field label={label} error={wrong[field]}>
      {(control) => (
        <input
          {...control}
          inputMode="numeric"
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  if (draft.effect === 'latency') return number('latency', 'Milliseconds')
  if (draft.effect === 'throttle') return number('throttle', 'Retry after, seconds')
  if (draft.effect === 'status') {
    return (
      <>
        {number('status', 'Status')}
        <Field label="Body" hint="JSON. Empty: as the host would word it." error={wrong.body}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              spellCheck={false}
              value={draft.body}
              onChange={(event) => onChange({ body: event.target.value })}
            />
          )}
        </Field>
      </>
    )
  }
  if (draft.effect !== 'contract') return null
  return (
    <>
      <Field label="How">
        {(control) => (
          <select
            {...control}
            value={draft.contract}
            onChange={(event) => onChange({ contract: event.target.value as FaultDraft['contract'] })}
          >
            {Object.entries(CONTRACT_KINDS).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Where" hint="For example $.products[].price. Empty: the seed chooses.">
        {(control) => (
          <input
            {...control}
            type="text"
            spellCheck={false}
            value={draft.at}
            onChange={(event) => onChange({ at: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
