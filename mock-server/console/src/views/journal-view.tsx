import { useCallback, useState } from 'react'
import { control } from '../control.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useCommand } from '../use-command.ts'
import { usePoll } from '../use-poll.ts'
import { JournalLine } from './journal-line.tsx'

const SHOWN = '150'
const NO_FILTER = { method: '', path: '', status: '', violating: false }

/** The last calls to the provider's API, with what in them was not in the contract. */
export function JournalView() {
  const [filter, setFilter] = useState(NO_FILTER)
  const [paused, setPaused] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const load = useCallback(
    async (signal: AbortSignal) => {
      const { method, path, status, violating } = filter
      const { entries } = await control('GET /journal', {
        signal,
        query: {
          limit: SHOWN,
          ...(method === '' ? {} : { method }),
          ...(path.trim() === '' ? {} : { path: path.trim() }),
          ...(status === '' ? {} : { status }),
          ...(violating ? { violations: 'true' as const } : {}),
        },
      })
      return entries
    },
    [filter],
  )
  const polled = usePoll(load, 1500, paused)
  const { busy, run } = useCommand(polled.refresh)
  const filtered = filter !== NO_FILTER

  return (
    <>
      <h1 tabIndex={-1}>Journal</h1>
      <p className="lead">
        The last calls, newest first. Personal data is hashed, secrets are starred before they get here.
      </p>
      <form className="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
        <Field label="Method">
          {(field) => (
            <select
              {...field}
              value={filter.method}
              onChange={(event) => setFilter({ ...filter, method: event.target.value })}
            >
              <option value="">all</option>
              {['GET', 'POST', 'PUT', 'DELETE'].map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Status">
          {(field) => (
            <select
              {...field}
              value={filter.status}
              onChange={(event) => setFilter({ ...filter, status: event.target.value })}
            >
              <option value="">all</option>
              {['2xx', '3xx', '4xx', '401', '403', '404', '422', '429', '5xx'].map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Path contains">
          {(field) => (
            <input
              {...field}
              type="search"
              value={filter.path}
              onChange={(event) => setFilter({ ...filter, path: event.target.value })}
            />
          )}
        </Field>
        <label className="tick">
          <input
            type="checkbox"
            checked={filter.violating}
            onChange={(event) => setFilter({ ...filter, violating: event.target.checked })}
          />
          Only contract violations
        </label>
      </form>
      <div className="bar">
        <Button aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {paused ? '▶ Go on' : '❚❚ Pause'}
        </Button>
        {filtered && <Button onClick={() => setFilter(NO_FILTER)}>Show all</Button>}
        <ConfirmButton
          label="Clear"
          name="Clear the journal"
          question="Forget all calls?"
          disabled={busy}
          onConfirm={() => void run(() => control('DELETE /journal'), 'The journal is empty.')}
        />
        <span role="status" className="muted">
          {paused ? 'Paused: new calls are not shown.' : ''}
        </span>
      </div>
      <Loaded polled={polled} what="The journal">
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState title={filtered ? 'No such call.' : 'No calls yet.'}>
              {filtered
                ? 'Nothing among the last thousand calls fits this filter.'
                : 'Open the shop, or call the API: each call appears here by itself.'}
            </EmptyState>
          ) : (
            <ol className="journal" aria-label="Calls">
              {entries.map((entry) => (
                <JournalLine
                  key={entry.id}
                  entry={entry}
                  open={open === entry.id}
                  onToggle={() => setOpen(open === entry.id ? null : entry.id)}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
    </>
  )
}
