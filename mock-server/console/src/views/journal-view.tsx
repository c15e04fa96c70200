import { useState } from 'react'
import { Alert, Button } from 'react-bootstrap'
import type { JournalEntry } from '../../../src/control/journal-contract.ts'
import { control, useControl } from '../control.ts'
import { formatCount } from '../format.ts'
import { hrefOf } from '../route.ts'
import { CommandButton, Field } from '../ui/form.tsx'
import { Chip, Facts, JsonBlock, Moment, Rows, ViewHead } from '../ui/panel.tsx'

const NO_FILTER = { method: '', status: '', path: '', violations: '' }

const choices = (...values: string[]) => [
  ['', 'all'] as const,
  ...values.map((value) => [value, value] as const),
]
const METHODS = choices('GET', 'POST', 'PUT', 'DELETE')
const STATUSES = choices('2xx', '3xx', '4xx', '401', '403', '404', '422', '429', '5xx')
const VIOLATIONS = [['', 'all'] as const, ['true', 'with contract violations'] as const]

/** Below this width in pixels, the filter's fields would fill the first screen. */
const WIDE_PX = 768

export function JournalView() {
  const [filter, setFilter] = useState(NO_FILTER)
  const [paused, setPaused] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const chosen = Object.entries(filter).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []))
  const query = { limit: '150', ...Object.fromEntries(chosen) }
  const journal = useControl('GET /journal', 1500, query, !paused)
  const field = (name: keyof typeof NO_FILTER) => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => setFilter({ ...filter, [name]: target.value }),
  })

  return (
    <>
      <ViewHead title="Journal">
        The latest requests, newest first. Personal data is hashed and secrets are masked before they are
        stored.
      </ViewHead>
      <div className="actions">
        <Button variant="outline-secondary" active={paused} onClick={() => setPaused(!paused)}>
          {paused ? '▶ Resume' : '❚❚ Pause'}
        </Button>
        {chosen.length > 0 && (
          <Button variant="outline-secondary" onClick={() => setFilter(NO_FILTER)}>
            Show all
          </Button>
        )}
        <CommandButton
          label="Clear"
          name="Clear the journal"
          question="Delete all requests?"
          send={() => control('DELETE /journal')}
          done="The journal is empty."
        />
        <span role="status" className="text-body-secondary">
          {paused ? 'Paused: new requests are not shown.' : ''}
        </span>
      </div>
      <details open={window.innerWidth >= WIDE_PX}>
        <summary>Filter</summary>
        <div className="columns narrow">
          <Field label="Method" options={METHODS} {...field('method')} />
          <Field label="Status" options={STATUSES} {...field('status')} />
          <Field label="Path contains" type="search" {...field('path')} />
          <Field label="Requests" options={VIOLATIONS} {...field('violations')} />
        </div>
      </details>
      <Rows
        query={journal}
        name="requests"
        items={journal.data?.entries}
        empty={
          chosen.length > 0
            ? ['No matching requests.', 'None of the last thousand requests matches this filter.']
            : ['No requests yet.', 'Open the shop or use the API: each request appears here automatically.']
        }
      >
        {(entry) => (
          <JournalLine
            key={entry.id}
            entry={entry}
            open={open === entry.id}
            onToggle={() => setOpen(open === entry.id ? null : entry.id)}
          />
        )}
      </Rows>
    </>
  )
}

type Props = { entry: JournalEntry; open: boolean; onToggle: () => void }

function JournalLine({ entry, open, onToggle }: Props) {
  const { at, method, path, query, status, took, note, violations, faults } = entry
  const border = faults.length > 0 ? 'danger' : violations.length > 0 ? 'warning' : 'white'
  const tone = status >= 500 ? 'text-danger' : status < 300 ? 'text-success' : ''
  return (
    <li className="list-group-item p-0">
      <button
        type="button"
        className={`list-group-item-action actions bg-white text-body border-0 border-start border-5 border-${border} px-3 py-2`}
        aria-expanded={open}
        onClick={onToggle}
      >
        <Moment iso={at} short />
        <span className="method">{method}</span>
        <span className="path order-1 order-md-0">
          {path}
          {queryText(query)}
        </span>
        <strong className={tone}>{status}</strong>
        <span className="text-end">{took} ms</span>
        <span className="d-flex flex-wrap gap-1 order-1 order-md-0">
          {note && <Chip tone="warning">{note}</Chip>}
          {violations.length > 0 && <Chip tone="warning">{formatCount(violations.length, 'violation')}</Chip>}
          {faults.length > 0 && <Chip tone="danger">fault {faults.join(', ')}</Chip>}
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
    <div className="card-body p-3">
      {entry.violations.length > 0 && (
        <Alert variant="warning">
          <strong>Not in the contract</strong>
          {entry.violations.map((violation) => (
            <p key={violation}>{violation}</p>
          ))}
        </Alert>
      )}
      <Facts
        facts={{
          Request: entry.id,
          Endpoint: entry.endpoint ?? 'none in the contract',
          Customer: entry.customer_id === null ? 'not logged in' : `customer ${entry.customer_id}`,
          At: <Moment iso={entry.at} />,
        }}
      />
      {entry.body === null || entry.body === undefined ? null : <JsonBlock value={entry.body} />}
      <a
        className="btn btn-outline-secondary"
        href={hrefOf('faults', { method: entry.method, path })}
        aria-label={`Make this fail: ${entry.method} ${path}`}
      >
        Make this fail
      </a>
    </div>
  )
}

/** Formats a query as `?name=atlas`; '' if it is empty. */
function queryText(query: unknown): string {
  const text = String(new URLSearchParams(Object.entries((query ?? {}) as Record<string, string>)))
  return text === '' ? '' : `?${decodeURIComponent(text)}`
}
