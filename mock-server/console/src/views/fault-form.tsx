import { type FormEvent, useState } from 'react'
import type { NewFault } from '../../../src/control/faults-contract.ts'
import {
  type DraftFaults,
  EFFECTS,
  type EffectKind,
  type FaultDraft,
  NEW_DRAFT,
  readDraft,
} from '../fault-draft.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { EffectFields } from './effect-fields.tsx'

type Props = {
  method: string
  path: string
  busy: boolean
  onAdd: (fault: NewFault) => Promise<boolean>
}

/** A form for any fault that the emulator knows. */
export function FaultForm({ method, path, busy, onAdd }: Props) {
  const [draft, setDraft] = useState<FaultDraft>({ ...NEW_DRAFT, method, path })
  const [wrong, setWrong] = useState<DraftFaults>({})
  const change = (part: Partial<FaultDraft>) => {
    setDraft({ ...draft, ...part })
    setWrong({})
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const read = readDraft(draft)
    if ('wrong' in read) return setWrong(read.wrong)
    if (await onAdd(read.fault)) setDraft(NEW_DRAFT)
  }

  return (
    <Panel title="One of your own">
      {path !== '' && (
        <p className="lead">
          Taken from the journal: {method} {path}. Choose what happens to it.
        </p>
      )}
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Field label="Method">
          {(field) => (
            <select
              {...field}
              value={draft.method}
              onChange={(event) => change({ method: event.target.value })}
            >
              <option value="">any</option>
              {['GET', 'POST', 'PUT', 'DELETE'].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Path"
          hint="Below /api/v1; * matches anything, {id} one segment. Empty: every call."
          error={wrong.path}
        >
          {(field) => (
            <input
              {...field}
              type="text"
              spellCheck={false}
              autoCapitalize="off"
              value={draft.path}
              onChange={(event) => change({ path: event.target.value })}
            />
          )}
        </Field>
        <Field label="What happens">
          {(field) => (
            <select
              {...field}
              value={draft.effect}
              onChange={(event) => change({ effect: event.target.value as EffectKind })}
            >
              {Object.entries(EFFECTS).map(([effect, words]) => (
                <option key={effect} value={effect}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <EffectFields draft={draft} wrong={wrong} onChange={change} />
        <Field label="From call number" hint="Empty: from the first." error={wrong.from}>
          {(field) => (
            <input
              {...field}
              inputMode="numeric"
              value={draft.from}
              onChange={(event) => change({ from: event.target.value })}
            />
          )}
        </Field>
        <Field label="How often at most" hint="Empty: without end." error={wrong.times}>
          {(field) => (
            <input
              {...field}
              inputMode="numeric"
              value={draft.times}
              onChange={(event) => change({ times: event.target.value })}
            />
          )}
        </Field>
        <Field label="Chance in %" hint="Empty: each time. The seed decides." error={wrong.chance}>
          {(field) => (
            <input
              {...field}
              inputMode="numeric"
              value={draft.chance}
              onChange={(event) => change({ chance: event.target.value })}
            />
          )}
        </Field>
        <div className="actions">
          <Button type="submit" look="main" disabled={busy}>
            Add the fault
          </Button>
        </div>
      </form>
    </Panel>
  )
}
