import { type FormEvent, useState } from 'react'
import { control } from '../control.ts'
import { showBytes } from '../format.ts'
import type { Command, Read } from '../queries.ts'
import { Button, ConfirmButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Moment } from '../ui/moment.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'

type Props = Command & { world: string; query: Read<'GET /snapshots'> }

/** The snapshots, which can be restored in any world. */
export function SnapshotsPanel({ world, query, busy, run }: Props) {
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()

  async function take(event: FormEvent) {
    event.preventDefault()
    const wanted = name.trim()
    if (!/^[\w.-]{1,64}$/.test(wanted))
      return setWrong('Up to 64 characters: letters, digits, dots, hyphens or underscores.')
    const taken = await run(
      () => control('POST /snapshots', { body: { name: wanted } }),
      `Snapshot "${wanted}" is taken.`,
    )
    if (taken) setName('')
  }

  return (
    <Panel title="Snapshots">
      <form className="inline" onSubmit={(event) => void take(event)} noValidate>
        <TextField
          label={`Save ${world} as`}
          error={wrong}
          value={name}
          onType={(text) => {
            setName(text)
            setWrong(undefined)
          }}
        />
        <Button type="submit" disabled={busy}>
          Take
        </Button>
      </form>
      <Loaded query={query} what="The list of snapshots">
        {({ snapshots }) =>
          snapshots.length === 0 ? (
            <EmptyState title="No snapshots yet.">
              A snapshot contains data, clock and random source. It is lost when the emulator stops.
            </EmptyState>
          ) : (
            <ul className="rows">
              {snapshots.map((each) => (
                <li key={each.name}>
                  <div>
                    <strong>{each.name}</strong>
                    <p className="muted">
                      <Moment iso={each.taken_at} />, {showBytes(each.bytes)}
                    </p>
                  </div>
                  <div className="actions">
                    <ConfirmButton
                      label="Restore"
                      name={`Restore ${each.name}`}
                      question={`Replace the data of ${world}?`}
                      disabled={busy}
                      onConfirm={() =>
                        void run(
                          () => control('POST /snapshots/restore', { body: { name: each.name } }),
                          `World "${world}" is restored from "${each.name}".`,
                        )
                      }
                    />
                    <ConfirmButton
                      label="Remove"
                      name={`Remove snapshot ${each.name}`}
                      question={`Remove ${each.name}?`}
                      disabled={busy}
                      onConfirm={() =>
                        void run(
                          () => control('DELETE /snapshots', { body: { name: each.name } }),
                          `Snapshot "${each.name}" is removed.`,
                        )
                      }
                    />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
