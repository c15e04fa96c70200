import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert, Button } from 'react-bootstrap'
import type { JournalEntry } from '../../../src/control-api/journal.ts'
import { control, readWorld, useControl } from '../control-client.ts'
import { curlOf, queryText } from '../curl.ts'
import { formatCount } from '../format.ts'
import { hrefOf } from '../route.ts'
import { CommandButton, copyText, Field } from '../ui/form.tsx'
import {
  DescriptionList,
  DisclosureRow,
  JsonBlock,
  QueryState,
  Rows,
  StatusBadge,
  Time,
  ViewHead,
} from '../ui/panel.tsx'

const NO_FILTER = { method: '', status: '', path: '', violations: '' }

const toOptions = (...values: string[]) => [
  ['', 'all'] as const,
  ...values.map((value) => [value, value] as const),
]
const METHOD_OPTIONS = toOptions('GET', 'POST', 'PUT', 'DELETE')
const STATUS_OPTIONS = toOptions('2xx', '3xx', '4xx', '401', '403', '404', '422', '429', '5xx')
const VIOLATION_OPTIONS = [['', 'all'] as const, ['true', 'with contract violations'] as const]

/** The number of entries that the view shows. */
const SHOWN_ENTRIES = 150

/** Below this width in pixels, the filter's fields would fill the first screen. */
const WIDE_PX = 768

export function JournalView() {
  const [filter, setFilter] = useState(NO_FILTER)
  const [isPaused, setIsPaused] = useState(false)
  const filters = Object.entries(filter).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []))
  const query = Object.fromEntries(filters)
  const journal = useControl('GET /journal', { limit: `${SHOWN_ENTRIES}`, ...query }, { enabled: !isPaused })
  const fieldProps = (name: keyof typeof NO_FILTER) => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => setFilter({ ...filter, [name]: target.value }),
  })

  return (
    <>
      <ViewHead title="Journal">
        The latest requests, newest first. Personal data is hashed, and secrets are masked.
      </ViewHead>
      <div className="actions">
        <Button variant="outline-secondary" active={isPaused} onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? '▶ Resume' : '❚❚ Pause'}
        </Button>
        {filters.length > 0 && (
          <Button variant="outline-secondary" onClick={() => setFilter(NO_FILTER)}>
            Show all
          </Button>
        )}
        <CommandButton
          label="Export HAR"
          name="Export these requests as a HAR file"
          disabled={!journal.data?.entries.length}
          send={async () => downloadHar(await control('GET /journal/har', { query }))}
          done="kitabo-journal.har is downloaded. npm run contract -- har validates it."
        />
        <CommandButton
          label="Clear"
          name="Clear the journal"
          question="Delete all requests?"
          send={() => control('DELETE /journal')}
          done="The journal is empty."
        />
        <span role="status" className="text-body-secondary">
          {isPaused ? 'Paused: new requests are not shown.' : ''}
        </span>
      </div>
      <details open={window.innerWidth >= WIDE_PX}>
        <summary>Filter</summary>
        <div className="columns narrow">
          <Field label="Method" options={METHOD_OPTIONS} {...fieldProps('method')} />
          <Field label="Status" options={STATUS_OPTIONS} {...fieldProps('status')} />
          <Field label="Path contains" type="search" {...fieldProps('path')} />
          <Field label="Requests" options={VIOLATION_OPTIONS} {...fieldProps('violations')} />
        </div>
      </details>
      <Rows
        query={journal}
        name="requests"
        items={journal.data?.entries}
        empty={
          filters.length > 0
            ? ['No matching requests.', 'None of the requests in the journal matches this filter.']
            : ['No requests yet.', 'Open the shop or use the API: each request appears here automatically.']
        }
      >
        {(entry) => <JournalLine key={entry.id} entry={entry} />}
      </Rows>
    </>
  )
}

/** Downloads a document as a file. A link could not send the token. */
function downloadHar(har: object): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(har)], { type: 'application/json' }))
  link.download = 'kitabo-journal.har'
  link.click()
  URL.revokeObjectURL(link.href)
}

const toneOf = (status: number) =>
  status >= 500 ? 'text-danger' : status >= 400 ? 'text-warning-emphasis' : 'text-success'

function JournalLine({ entry }: { entry: JournalEntry }) {
  const { at, method, path, query, status, took, note, violations, faults } = entry
  return (
    <DisclosureRow
      edge={faults.length > 0 ? 'danger' : violations.length > 0 ? 'warning' : undefined}
      summary={
        <span className="journal-line">
          <Time iso={at} short />
          <span>{method}</span>
          <span className="path">
            {path}
            {decodeURIComponent(queryText(query))}
          </span>
          <span className="chips">
            {note && <StatusBadge tone="warning">{note}</StatusBadge>}
            {violations.length > 0 && (
              <StatusBadge tone="warning">{formatCount(violations.length, 'violation')}</StatusBadge>
            )}
            {faults.length > 0 && <StatusBadge tone="danger">fault {faults.join(', ')}</StatusBadge>}
          </span>
          <strong className={toneOf(status)}>{status}</strong>
          <span className="text-end text-body-secondary">{took} ms</span>
        </span>
      }
    >
      <JournalDetail entry={entry} />
    </DisclosureRow>
  )
}

function JournalDetail({ entry }: { entry: JournalEntry }) {
  const { id, method, path, customer_id, violations, body, at } = entry
  const detail = useQuery({
    // The whole entry, because ids start again with each start of the emulator and in each new world.
    queryKey: [readWorld(), 'journal', entry],
    queryFn: () => control('GET /journal/{id}', { params: { id: String(id) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Prefers the declared path, because it matches every id.
  const declaredPath = entry.endpoint?.split(' ')[1] ?? path
  return (
    <>
      {violations.length > 0 && (
        <Alert variant="warning">
          <strong>Not in the contract</strong>
          {violations.map((violation) => (
            <p key={violation}>{violation}</p>
          ))}
        </Alert>
      )}
      <DescriptionList
        facts={{
          Request: id,
          Endpoint: entry.endpoint ?? 'none in the contract',
          Customer: customer_id === null ? 'not logged in' : `customer ${customer_id}`,
          At: <Time iso={at} />,
        }}
      />
      <div className="columns">
        {body !== null && body !== undefined && (
          <section>
            <h2>Request body</h2>
            <JsonBlock value={body} />
          </section>
        )}
        <section>
          <h2>Response</h2>
          <QueryState query={detail} what="The response">
            {({ response }) =>
              response === null ? (
                <p className="text-body-secondary">None, or it is no longer in memory.</p>
              ) : (
                <JsonBlock value={response} />
              )
            }
          </QueryState>
        </section>
      </div>
      <div className="actions">
        <CommandButton
          label="Copy as cURL"
          send={() => copyText(curlOf(entry, window.location.origin, readWorld()))}
          done="The command is copied."
        />
        <a
          className="btn btn-outline-secondary"
          href={hrefOf('faults', { method, path: declaredPath })}
          aria-label={`Make this fail: ${method} ${declaredPath}`}
        >
          Make this fail
        </a>
      </div>
    </>
  )
}
