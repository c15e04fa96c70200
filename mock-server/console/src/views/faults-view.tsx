import type { NewFault } from '../../../src/control/faults-contract.ts'
import { control } from '../control.ts'
import { effectWords, PRESETS, targetWords, whenWords } from '../fault-draft.ts'
import { formatCount } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { Button, ConfirmButton } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { FaultForm } from './fault-form.tsx'

/** The world's faults and a form that adds one. @param query `method` and `path` of a request that should fail */
export function FaultsView({ query }: { query: URLSearchParams }) {
  const polled = useControl('GET /faults', 1500)
  const { busy, run } = useCommand()
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
          (polled.data?.faults.length ?? 0) > 0 && (
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
        <Loaded query={polled} what="The list of faults">
          {({ faults }) =>
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
                        {fault.matched === 0
                          ? 'not applied yet'
                          : `applied ${formatCount(fault.matched, 'time')}`}
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
      <Panel title="Presets, for every request">
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
