import type { CallInput } from 'contracts/client'
import { type FormEvent, useState } from 'react'
import type { Control } from '../../../src/control/contract.ts'
import { fromField } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'

type NewWorld = CallInput<Control['worlds']['create']>['body']

type Props = {
  snapshots: readonly string[]
  busy: boolean
  onCreate: (world: NewWorld, switching: boolean) => Promise<boolean>
}

const EMPTY = { name: '', seed: '', profile: '', frozenAt: '', snapshot: '' }

/** The form that creates a world from the seed or from a snapshot. */
export function WorldForm({ snapshots, busy, onCreate }: Props) {
  const [draft, setDraft] = useState(EMPTY)
  const [switching, setSwitching] = useState(true)
  const [wrong, setWrong] = useState<{ name?: string; frozenAt?: string }>({})
  const field = (name: keyof typeof EMPTY) => ({
    value: draft[name],
    onType: (text: string) => {
      setDraft({ ...draft, [name]: text })
      setWrong({})
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const name = draft.name.trim()
    if (!/^[\w.-]{1,64}$/.test(name))
      return setWrong({ name: 'Up to 64 characters: letters, digits, dots, hyphens or underscores.' })
    const frozenAt = draft.frozenAt === '' ? undefined : fromField(draft.frozenAt)
    if (frozenAt === null) return setWrong({ frozenAt: 'Enter a date and a time.' })
    const made = await onCreate(
      {
        name,
        ...(draft.seed.trim() === '' ? {} : { seed: draft.seed.trim() }),
        ...(draft.profile === '' ? {} : { profile: draft.profile as '7.1' | '7.4' }),
        ...(frozenAt === undefined ? {} : { frozen_at: frozenAt }),
        ...(draft.snapshot === '' ? {} : { snapshot: draft.snapshot }),
      },
      switching,
    )
    if (made) setDraft(EMPTY)
  }

  return (
    <Panel title="New world">
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField label="Name" error={wrong.name} {...field('name')} />
        <TextField
          label="Seed"
          hint="The same seed produces the same ids, tokens and codes."
          {...field('seed')}
        />
        <SelectField
          label="Build of the host"
          options={[['', 'default'], '7.1', '7.4']}
          {...field('profile')}
        />
        <SelectField
          label="Fork"
          options={[['', 'the seed'], ...snapshots.map((name) => [name, `snapshot ${name}`] as const)]}
          {...field('snapshot')}
        />
        <TextField
          label="Clock frozen at"
          hint="In Kampala's time zone. Leave empty for a running clock."
          error={wrong.frozenAt}
          type="datetime-local"
          step="1"
          {...field('frozenAt')}
        />
        <label className="tick">
          <input
            type="checkbox"
            checked={switching}
            onChange={(event) => setSwitching(event.target.checked)}
          />
          Switch to the new world
        </label>
        <div className="actions">
          <Button type="submit" look="main" disabled={busy}>
            Create
          </Button>
        </div>
      </form>
    </Panel>
  )
}
