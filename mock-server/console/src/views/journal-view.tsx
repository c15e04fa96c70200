import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import Form from 'react-bootstrap/Form'
import ListGroup from 'react-bootstrap/ListGroup'
import type { JournalEntry } from '../../../src/control/journal-contract.ts'
import { control } from '../control.ts'
import { formatCount } from '../format.ts'
import { useControl } from '../queries.ts'
import { hrefOf } from '../route.ts'
import { CommandButton } from '../ui/command-button.tsx'
import { Field } from '../ui/form.tsx'
import { Chip, EmptyState, Facts, JsonBlock, Loaded, Moment, ViewHead } from '../ui/panel.tsx'

const MAX_SHOWN = '150'
const NO_FILTER = { method: '', path: '', status: '', violating: false }

const choices = (...values: string[]) =>
  [['', 'all'] as const, ...values.map((value) => [value, value] as const)] as const
const METHODS = choices('GET', 'POST', 'PUT', 'DELETE')
const STATUSES = choices('2xx', '3xx', '4xx', '401', '403', '404', '422', '429', '5xx')

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
  const journal = useControl('GET /journal', 1500, query, !paused)
  const filtered = filter !== NO_FILTER
  const field = (name: 'method' | 'path' | 'status') => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => setFilter({ ...filter, [name]: target.value }),
  })

  return (
    <>
      <ViewHead title="Journal">
        The latest requests, newest first. Personal data is hashed and secrets are masked before they are
        stored.
      </ViewHead>
      <Form
        className="columns narrow align-items-end"
        aria-label="Filter"
        onSubmit={(event) => event.preventDefault()}
      >
        <Field label="Method" options={METHODS} {...field('method')} />
        <Field label="Status" options={STATUSES} {...field('status')} />
        <Field label="Path contains" type="search" {...field('path')} />
        <Form.Check
          id="violating"
          label="Only contract violations"
          checked={violating}
          onChange={(event) => setFilter({ ...filter, violating: event.target.checked })}
        />
      </Form>
      <div className="actions">
        <Button variant="outline-secondary" active={paused} onClick={() => setPaused(!paused)}>
          {paused ? '▶ Resume' : '❚❚ Pause'}
        </Button>
        {filtered && (
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
      <Loaded query={journal} what="The journal">
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState title={filtered ? 'No matching requests.' : 'No requests yet.'}>
              {filtered
                ? 'None of the last thousand requests matches this filter.'
                : 'Open the shop or use the API: each request appears here automatically.'}
            </EmptyState>
          ) : (
            <ListGroup as="ol" aria-label="Requests">
              {entries.map((entry) => (
                <ListGroup.Item as="li" key={entry.id} className="p-0">
                  <JournalLine
                    entry={entry}
                    open={open === entry.id}
                    onToggle={() => setOpen(open === entry.id ? null : entry.id)}
                  />
                </ListGroup.Item>
              ))}
            </ListGroup>
          )
        }
      </Loaded>
    </>
  )
}

type Props = { entry: JournalEntry; open: boolean; onToggle: () => void }

function toneOf(status: number): string {
  if (status >= 500) return 'text-danger'
  return status >= 200 && status < 300 ? 'text-success' : ''
}

function JournalLine({ entry, open, onToggle }: Props) {
  const violates = entry.violations.length > 0
  const faulty = entry.faults.length > 0
  return (
    <>
      <button
        type="button"
        className={`journal-line actions ${violates ? 'violates' : ''} ${faulty ? 'faulty' : ''}`}
        aria-expanded={open}
        onClick={onToggle}
      >
        <Moment iso={entry.at} short />
        <span>{entry.method}</span>
        <span className="path">
          {entry.path}
          {queryText(entry.query)}
        </span>
        <strong className={`order-1 ${toneOf(entry.status)}`}>{entry.status}</strong>
        <span className="order-1 text-end">{entry.took} ms</span>
        <span className="d-flex flex-wrap gap-1">
          {entry.note && <Chip tone="warning">{entry.note}</Chip>}
          {violates && <Chip tone="warning">{formatCount(entry.violations.length, 'violation')}</Chip>}
          {faulty && <Chip tone="danger">fault {entry.faults.join(', ')}</Chip>}
        </span>
      </button>
      {open && <Detail entry={entry} />}
    </>
  )
}

function Detail({ entry }: { entry: JournalEntry }) {
  // Prefers the declared path, because it matches every id.
  const path = entry.endpoint?.split(' ')[1] ?? entry.path
  return (
    <div className="card-body p-3">
      {entry.violations.length > 0 && (
        <div className="alert alert-warning">
          <strong>Not in the contract</strong>
          <ul>
            {entry.violations.map((violation) => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        </div>
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
