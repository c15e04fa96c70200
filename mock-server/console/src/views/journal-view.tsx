import { useState } from 'react'
import { control } from '../control.ts'
import { useCommand, useControl } from '../queries.ts'
import { Button, ConfirmButton } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/panel.tsx'
import { JournalLine } from './journal-line.tsx'

const MAX_SHOWN = '150'
const NO_FILTER = { method: '', path: '', status: '', violating: false }

/** The latest provider requests with their contract violations. */
export function JournalView() {
  const [filter, setFilter] = useState(NO_FILTER)
  const [paused, setPaused] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const { method, path, status, violating } = filter
  const query = {
    limit: MAX_SHOWN,
    ...(method === '' ? {} : { method }),
    ...(path.trim() === '' ? {} : { path: path.trim() }),
    ...(status === '' ? {} : { status }),
    ...(violating ? { violations: 'true' as const } : {}),
  }
  const polled = useControl('GET /journal', 1500, query, !paused)
  const { busy, run } = useCommand()
  const filtered = filter !== NO_FILTER

  return (
    <>
      <h1 tabIndex={-1}>Journal</h1>
      <p className="lead">
        The latest requests, newest first. Personal data is hashed and secrets are masked before they are
        stored.
      </p>
      <form className="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Method"
          options={[['', 'all'], 'GET', 'POST', 'PUT', 'DELETE']}
          value={filter.method}
          onType={(method) => setFilter({ ...filter, method })}
        />
        <SelectField
          label="Status"
          options={[['', 'all'], '2xx', '3xx', '4xx', '401', '403', '404', '422', '429', '5xx']}
          value={filter.status}
          onType={(status) => setFilter({ ...filter, status })}
        />
        <TextField
          label="Path contains"
          type="search"
          value={filter.path}
          onType={(path) => setFilter({ ...filter, path })}
        />
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
          {paused ? '▶ Resume' : '❚❚ Pause'}
        </Button>
        {filtered && <Button onClick={() => setFilter(NO_FILTER)}>Show all</Button>}
        <ConfirmButton
          label="Clear"
          name="Clear the journal"
          question="Delete all requests?"
          disabled={busy}
          onConfirm={() => void run(() => control('DELETE /journal'), 'The journal is empty.')}
        />
        <span role="status" className="muted">
          {paused ? 'Paused: new requests are not shown.' : ''}
        </span>
      </div>
      <Loaded query={polled} what="The journal">
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState title={filtered ? 'No matching requests.' : 'No requests yet.'}>
              {filtered
                ? 'None of the last thousand requests matches this filter.'
                : 'Open the shop or use the API: each request appears here automatically.'}
            </EmptyState>
          ) : (
            <ol className="journal" aria-label="Requests">
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
