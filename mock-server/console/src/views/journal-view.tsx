import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert, Button } from 'react-bootstrap'
import { API_METHODS } from '../../../src/control-api/faults.ts'
import type { JournalEntry } from '../../../src/control-api/journal.ts'
import { control, readWorld, useControl } from '../control-client.ts'
import { formatCount } from '../format.ts'
import { formatCurl, formatQuery } from '../format-curl.ts'
import { CommandButton, copyText } from '../ui/command-button.tsx'
import { DisclosureRow } from '../ui/disclosure-row.tsx'
import { Field } from '../ui/form.tsx'
import { ViewHeading } from '../ui/panel.tsx'
import { QueryList, QueryState } from '../ui/query-state.tsx'
import { DescriptionList, JsonBlock, StatusBadge, Time } from '../ui/values.tsx'
import { formatViewHash } from '../view-hash.ts'

const NO_FILTER = { method: '', status: '', path: '', violations: '' }

const toOptions = (...values: string[]) => [
  ['', 'all'] as const,
  ...values.map((value) => [value, value] as const),
]
const METHOD_OPTIONS = toOptions(...API_METHODS)
const STATUS_OPTIONS = toOptions('2xx', '3xx', '4xx', '401', '403', '404', '422', '429', '5xx')
const VIOLATION_OPTIONS = [['', 'all requests'] as const, ['true', 'with violations'] as const]

/** Maximum number of entries that the view shows. */
const MAX_ENTRIES = 150

/** Minimum width at which the filter is expanded initially, in pixels. On a phone, it would fill the screen. */
const OPEN_FILTER_MIN_PX = 768

export function JournalView() {
  const [filterTexts, setFilterTexts] = useState(NO_FILTER)
  const [isPaused, setIsPaused] = useState(false)
  const activeFilters = Object.entries(filterTexts).flatMap(([name, text]) =>
    text.trim() ? [[name, text.trim()]] : [],
  )
  const filterQuery = Object.fromEntries(activeFilters)
  const journal = useControl('GET /journal', { limit: `${MAX_ENTRIES}`, ...filterQuery }, { isPaused })

  return (
    <>
      <ViewHeading title="Journal">
        The latest requests, newest first. Personal data is hashed, and secrets are masked.
      </ViewHeading>
      <div className="actions">
        <Button variant="outline-secondary" active={isPaused} onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? '▶ Resume' : '❚❚ Pause'}
        </Button>
        {activeFilters.length > 0 && (
          <Button variant="outline-secondary" onClick={() => setFilterTexts(NO_FILTER)}>
            Clear the filter
          </Button>
        )}
        <CommandButton
          label="Export HAR"
          name="Export all matching requests as a HAR file"
          disabled={!journal.data?.entries.length}
          send={async () => downloadHar(await control('GET /journal/har', { query: filterQuery }))}
          successMessage="kitabo-journal.har is downloaded. npm run contract -- har validates it."
        />
        <CommandButton
          label="Clear"
          name="Clear the journal"
          question="Delete all requests?"
          send={async () => {
            await control('DELETE /journal')
            setIsPaused(false)
          }}
          successMessage="The journal is empty."
        />
        <span role="status" className="text-body-secondary">
          {isPaused ? 'Paused: new requests are not shown.' : ''}
        </span>
      </div>
      <JournalFilter texts={filterTexts} onChange={setFilterTexts} />
      <QueryList
        query={journal}
        name="requests"
        items={journal.data?.entries}
        emptyState={
          activeFilters.length > 0
            ? ['No matching requests.', 'None of the requests in the journal matches this filter.']
            : ['No requests yet.', 'Open the shop or use the API: each request appears here automatically.']
        }
      >
        {(entry) => <EntryRow key={`${entry.id} ${entry.at} ${entry.path}`} entry={entry} />}
      </QueryList>
    </>
  )
}

type FilterTexts = typeof NO_FILTER
type JournalFilterProps = { texts: FilterTexts; onChange: (texts: FilterTexts) => void }

function JournalFilter({ texts, onChange }: JournalFilterProps) {
  const fieldProps = (name: keyof FilterTexts) => ({
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...texts, [name]: target.value }),
  })
  return (
    <details open={window.innerWidth >= OPEN_FILTER_MIN_PX}>
      <summary>Filter</summary>
      <div className="columns narrow">
        <Field label="Method" options={METHOD_OPTIONS} {...fieldProps('method')} />
        <Field label="Status" options={STATUS_OPTIONS} {...fieldProps('status')} />
        <Field label="Path contains" type="search" {...fieldProps('path')} />
        <Field label="Contract violations" options={VIOLATION_OPTIONS} {...fieldProps('violations')} />
      </div>
    </details>
  )
}

/** Downloads a HAR file. A link could not send the token. */
function downloadHar(har: object): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(har)], { type: 'application/json' }))
  link.download = 'kitabo-journal.har'
  link.click()
  URL.revokeObjectURL(link.href)
}

const statusClass = (status: number) =>
  status >= 500 ? 'text-danger' : status >= 400 ? 'text-warning-emphasis' : 'text-success'

function EntryRow({ entry }: { entry: JournalEntry }) {
  const { at, method, path, query, status, took, note, violations, faults } = entry
  return (
    <DisclosureRow
      edge={faults.length > 0 ? 'danger' : violations.length > 0 ? 'warning' : undefined}
      summary={
        <span className="entry-row">
          <Time iso={at} short />
          <span>{method}</span>
          <span className="path">
            {path}
            {decodeURIComponent(formatQuery(query))}
          </span>
          <span className="chips">
            {note && <StatusBadge tone="warning">{note}</StatusBadge>}
            {violations.length > 0 && (
              <StatusBadge tone="warning">{formatCount(violations.length, 'violation')}</StatusBadge>
            )}
            {faults.length > 0 && <StatusBadge tone="danger">fault {faults.join(', ')}</StatusBadge>}
          </span>
          <strong className={statusClass(status)}>{status}</strong>
          <span className="text-end text-body-secondary">{took} ms</span>
        </span>
      }
    >
      <EntryDetails entry={entry} />
    </DisclosureRow>
  )
}

function EntryDetails({ entry }: { entry: JournalEntry }) {
  const { id, method, path, customer_id, violations, at } = entry
  // Prefers the declared path, because it matches every id.
  const declaredPath = entry.endpoint?.split(' ')[1] ?? path
  return (
    <>
      {violations.length > 0 && (
        <Alert variant="warning">
          <strong>Contract violations</strong>
          {violations.map((violation) => (
            <p key={violation}>{violation}</p>
          ))}
        </Alert>
      )}
      <DescriptionList
        details={{
          Id: id,
          Endpoint: entry.endpoint ?? 'none in the contract',
          Customer: customer_id === null ? 'not logged in' : `customer ${customer_id}`,
          Time: <Time iso={at} />,
        }}
      />
      <EntryBodies entry={entry} />
      <div className="actions">
        <CommandButton
          label="Copy as cURL"
          send={() => copyText(formatCurl(entry, window.location.origin, readWorld()))}
          successMessage="The command is copied."
        />
        <a
          className="btn btn-outline-secondary"
          href={formatViewHash('faults', { method, path: declaredPath })}
          aria-label={`Add a fault for ${method} ${declaredPath}`}
        >
          Add a fault
        </a>
      </div>
    </>
  )
}

/** The bodies of a request and its response. The list of entries has no responses. */
function EntryBodies({ entry }: { entry: JournalEntry }) {
  const { id, body } = entry
  const detail = useQuery({
    // The whole entry, because ids start again with each start of the emulator and in each new world.
    queryKey: [readWorld(), 'journal', entry],
    queryFn: () => control('GET /journal/{id}', { params: { id: String(id) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="columns">
      {body !== null && body !== undefined && (
        <section>
          <h2>Request body</h2>
          <JsonBlock value={body} />
        </section>
      )}
      <section>
        <h2>Response</h2>
        <QueryState query={detail} subject="The response">
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
  )
}
