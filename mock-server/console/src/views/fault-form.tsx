import { type FormEvent, useState } from 'react'
import type { NewFault } from '../../../src/control/faults-contract.ts'
import {
  CONTRACT_KINDS,
  type DraftFaults,
  EFFECTS,
  type FaultDraft,
  NEW_DRAFT,
  readDraft,
} from '../fault-draft.ts'
import { Button } from '../ui/button.tsx'
import { Field, SelectField, TextField } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'

type Props = {
  method: string
  path: string
  busy: boolean
  onAdd: (fault: NewFault) => Promise<boolean>
}

/** The form that adds a fault of any kind. */
export function FaultForm({ method, path, busy, onAdd }: Props) {
  const [draft, setDraft] = useState<FaultDraft>({ ...NEW_DRAFT, method, path })
  const [wrong, setWrong] = useState<DraftFaults>({})
  const field = <K extends keyof FaultDraft>(name: K) => ({
    value: draft[name],
    error: wrong[name],
    onType: (text: string) => {
      setDraft({ ...draft, [name]: text })
      setWrong({})
    },
  })
  const number = { inputMode: 'numeric' } as const

  async function submit(event: FormEvent) {
    event.preventDefault()
    const read = readDraft(draft)
    if ('wrong' in read) return setWrong(read.wrong)
    if (await onAdd(read.fault)) setDraft(NEW_DRAFT)
  }

  return (
    <Panel title="Custom fault">
      {path !== '' && (
        <p className="lead">
          From the journal: {method} {path}. Choose how it should fail.
        </p>
      )}
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <SelectField
          label="Method"
          options={[['', 'any'], 'GET', 'POST', 'PUT', 'DELETE']}
          {...field('method')}
        />
        <TextField
          label="Path"
          hint="Below /api/v1. * matches anything, {id} one segment. Leave empty for every request."
          {...field('path')}
        />
        <SelectField label="Effect" options={Object.entries(EFFECTS)} {...field('effect')} />
        {draft.effect === 'latency' && <TextField label="Milliseconds" {...number} {...field('latency')} />}
        {draft.effect === 'throttle' && (
          <TextField label="Retry after, seconds" {...number} {...field('throttle')} />
        )}
        {draft.effect === 'status' && (
          <>
            <TextField label="Status" {...number} {...field('status')} />
            <Field label="Body" hint="JSON. Leave empty for the host's error body." error={wrong.body}>
              {(control) => (
                <textarea
                  {...control}
                  rows={2}
                  spellCheck={false}
                  value={draft.body}
                  onChange={(event) => field('body').onType(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        {draft.effect === 'contract' && (
          <>
            <SelectField label="How" options={Object.entries(CONTRACT_KINDS)} {...field('contract')} />
            <TextField
              label="Where"
              hint="For example $.products[].price. Leave empty for a random place."
              {...field('at')}
            />
          </>
        )}
        {draft.effect === 'change' && (
          <>
            <TextField label="JSON path" hint="For example $.products[].price." {...field('at')} />
            <TextField label="New value" hint="JSON. Leave empty to remove the field." {...field('value')} />
          </>
        )}
        <TextField
          label="From request number"
          hint="Leave empty to start with the first."
          {...number}
          {...field('from')}
        />
        <TextField
          label="Maximum number of times"
          hint="Leave empty for no limit."
          {...number}
          {...field('times')}
        />
        <TextField
          label="Probability in %"
          hint="Leave empty for every request. The seed makes the selection repeatable."
          {...number}
          {...field('chance')}
        />
        <div className="actions">
          <Button type="submit" look="main" disabled={busy}>
            Add the fault
          </Button>
        </div>
      </form>
    </Panel>
  )
}
