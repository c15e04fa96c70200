import { useCallback } from 'react'
import type { NewFault } from '../../../src/control/faults-contract.ts'
import { control } from '../control.ts'
import { effectWords, PRESETS, targetWords, whenWords } from '../fault-draft.ts'
import { count } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { useCommand } from '../use-command.ts'
import { usePoll } from '../use-poll.ts'
import { FaultForm } from './fault-form.tsx'

type Props = {
  /** `method` and `path` of a call that is to fail. */
  query: URLSearchParams
  onChange: () => void
}

/** The faults of the world, how often each has applied, and a form for a new one. */
export function FaultsView({ query, onChange }: Props) {
  const load = useCallback(
    async (signal: AbortSignal) => (await control('GET /faults', { signal })).faults,
    [],
  )
  const polled = usePoll(load, 1500)
  const { busy, run } = useCommand(() => {
    polled.refresh()
    onChange()
  })
  const add = (fault: NewFault, name: string) =>
    run(() => control('POST /faults', { body: fault }), `Added: ${name}.`)

  return (
    <>
      <h1 tabIndex={-1}>Faults</h1>
      <p className="lead">
        Failures that the emulator injects in this world. The control API and this console are never affected.
      </p>
      <Panel
        title="Active"
        actions={
          (polled.data?.length ?? 0) > 0 && (
            <ConfirmButton
              label="Remove all"
              question="Remove all faults?"
              disabled={busy}
              onConfirm={() =>
                void run(() => control('DELETE /faults', { body: {} }), 'All faults are removed.')
              }
            />
          )
        }
      >
        <Loaded polled={polled} what="The list of faults">
          {(faults) =>
            faults.length === 0 ? (
              <EmptyState title="No faults.">Add one of the presets below, or describe your own.</EmptyState>
            ) : (
              <ul className="rows">
                {faults.map((fault) => (
                  <li key={fault.id}>
                    <div>
                      <strong>{targetWords(fault)}</strong> {effectWords(fault.effect)}
                      <p className="muted">
                        Fault {fault.id}
                        {whenWords(fault) && `, ${whenWords(fault)}`}:{' '}
                        {fault.matched === 0 ? 'not applied yet' : `applied ${count(fault.matched, 'time')}`}
                      </p>
                    </div>
                    <Button
                      disabled={busy}
                      aria-label={`Remove fault ${fault.id}`}
                      onClick={() =>
                        void run(
                          () => control('DELETE /faults', { body: { id: fault.id } }),
                          `Fault ${fault.id} is removed.`,
                        )
                      }
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
      <Panel title="Presets, for every call">
        <div className="presets">
          {PRESETS.map(({ name, fault }) => (
            <Button key={name} disabled={busy} onClick={() => void add(fault, name.toLowerCase())}>
              {name}
            </Button>
          ))}
        </div>
      </Panel>
      <FaultForm
        method={query.get('method') ?? ''}
        path={query.get('path') ?? ''}
        busy={busy}
        onAdd={(fault) => add(fault, `${targetWords(fault)} ${effectWords(fault.effect)}`)}
      />
    </>
  )
}
