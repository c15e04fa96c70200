import { control } from '../control.ts'
import { count } from '../format.ts'
import { type Read, useCommand, useControl } from '../queries.ts'
import { Button, ConfirmButton } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Moment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'
import { DEFAULT_WORLD } from '../world-cookie.ts'
import { SnapshotsPanel } from './snapshots-panel.tsx'
import { WorldForm } from './world-form.tsx'

type Props = {
  current: string
  query: Read<'GET /worlds'>
  onSwitch: (name: string) => void
}

/** The worlds and the snapshots. */
export function WorldsView({ current, query, onSwitch }: Props) {
  const snapshots = useControl('GET /snapshots', 2000)
  const { busy, run } = useCommand()

  function remove(name: string) {
    // Leaves the world before removing it. Otherwise, the next request would fork it again.
    if (name === current) onSwitch(DEFAULT_WORLD)
    void run(() => control('DELETE /worlds', { body: { name } }), `World "${name}" is removed.`)
  }

  return (
    <>
      <h1 tabIndex={-1}>Worlds</h1>
      <p className="lead">
        Each world has its own data, clock, faults, outbox and journal. This browser, including the shop, uses{' '}
        <strong>{current}</strong>.
      </p>
      <Panel title="All worlds">
        <Loaded query={query} what="The list of worlds">
          {({ worlds }) => (
            <ul className="rows">
              {worlds.map((world) => (
                <li key={world.name}>
                  <div>
                    <strong>{world.name}</strong>{' '}
                    {world.name === current && <span className="chip good">current</span>}
                    <p className="muted">
                      Build {world.profile}, {world.seed === null ? 'no seed' : `seed "${world.seed}"`},{' '}
                      {count(world.orders, 'order')}, {count(world.messages, 'message')},{' '}
                      {count(world.faults, 'fault')}. <Moment iso={world.now} />
                      {world.frozen ? ', frozen' : ''}
                    </p>
                  </div>
                  <div className="actions">
                    {world.name !== current && (
                      <Button
                        aria-label={`Switch to ${world.name}`}
                        disabled={busy}
                        onClick={() => onSwitch(world.name)}
                      >
                        Switch
                      </Button>
                    )}
                    {world.name !== DEFAULT_WORLD && (
                      <ConfirmButton
                        label="Remove"
                        name={`Remove ${world.name}`}
                        question={`Remove ${world.name}?`}
                        disabled={busy}
                        onConfirm={() => remove(world.name)}
                      />
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
      <div className="columns">
        <WorldForm
          busy={busy}
          snapshots={(snapshots.data?.snapshots ?? []).map(({ name }) => name)}
          onCreate={async (body, switching) => {
            const made = await run(
              () => control('POST /worlds', { body }),
              `World "${body.name}" is created.`,
            )
            if (made && switching) onSwitch(body.name)
            return made
          }}
        />
        <SnapshotsPanel world={current} query={snapshots} busy={busy} run={run} />
      </div>
      <Panel title="Start over">
        <p>
          Resets <strong>{current}</strong> to its seed: data, clock, faults, outbox and journal. Snapshots
          stay.
        </p>
        <ConfirmButton
          label="Reset"
          name={`Reset ${current} to the seed`}
          question={`Discard all changes in ${current}?`}
          disabled={busy}
          onConfirm={() => void run(() => control('POST /reset'), `World "${current}" is reset.`)}
        />
      </Panel>
    </>
  )
}
