import { useState } from 'react'
import type { JournalEntry } from '../../../src/control/journal-contract.ts'
import { control } from '../control.ts'
import { formatCount } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { hrefOf } from '../route.ts'
import { Button, ConfirmButton } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, JsonBlock, Moment } from '../ui/panel.tsx'

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

type Props = { entry: JournalEntry; open: boolean; onToggle: () => void }

const CLASSES = ['none', 'info', 'good', 'moved', 'refused', 'broken']

function JournalLine({ entry, open, onToggle }: Props) {
  const violates = entry.violations.length > 0
  return (
    <li className={`${violates ? 'violates' : ''} ${entry.faults.length > 0 ? 'faulty' : ''}`}>
      <button type="button" className="line" aria-expanded={open} onClick={onToggle}>
        <Moment iso={entry.at} short />
        <span className="method">{entry.method}</span>
        <span className="path">{entry.path}</span>
        <span className={`status ${CLASSES[Math.floor(entry.status / 100)] ?? 'none'}`}>{entry.status}</span>
        <span className="took">{entry.took} ms</span>
        <span className="marks">
          {entry.note && <span className="chip warning">{entry.note}</span>}
          {violates && (
            <span className="chip warning">{formatCount(entry.violations.length, 'violation')}</span>
          )}
          {entry.faults.length > 0 && <span className="chip fault">fault {entry.faults.join(', ')}</span>}
        </span>
      </button>
      {open && <Detail entry={entry} />}
    </li>
  )
}

function Detail({ entry }: { entry: JournalEntry }) {
  // Prefers the declared path, because it matches every id.
  const path = entry.endpoint?.split(' ')[1] ?? entry.path
  return (
    <div className="detail">
      {entry.violations.length > 0 && (
        <div className="violations">
          <strong>Not in the contract</strong>
          <ul>
            {entry.violations.map((violation) => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        </div>
      )}
      <dl className="facts">
        <dt>Request</dt>
        <dd>{entry.id}</dd>
        <dt>Endpoint</dt>
        <dd>{entry.endpoint ?? 'none in the contract'}</dd>
        <dt>Customer</dt>
        <dd>{entry.customer_id === null ? 'not logged in' : `customer ${entry.customer_id}`}</dd>
        <dt>At</dt>
        <dd>
          <Moment iso={entry.at} />
        </dd>
      </dl>
      <Data title="Query" value={entry.query} />
      <Data title="Body" value={entry.body} />
      <a
        className="button plain"
        href={hrefOf('faults', { method: entry.method, path })}
        aria-label={`Make this fail: ${entry.method} ${path}`}
      >
        Make this fail
      </a>
    </div>
  )
}

function Data({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined || Object.keys(value).length === 0) return null
  return (
    <>
      <strong>{title}</strong>
      <JsonBlock value={value} />
    </>
  )
}
