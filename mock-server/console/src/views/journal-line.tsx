import type { JournalEntry } from '../../../src/control/journal-contract.ts'
import { count } from '../format.ts'
import { hrefOf } from '../route.ts'
import { Moment } from '../ui/moment.tsx'
import { JsonBlock } from '../ui/panel.tsx'

type Props = { entry: JournalEntry; open: boolean; onToggle: () => void }

const CLASSES = ['none', 'info', 'good', 'moved', 'refused', 'broken']

/** A request: a summary line with expandable details. */
export function JournalLine({ entry, open, onToggle }: Props) {
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
          {violates && <span className="chip warning">{count(entry.violations.length, 'violation')}</span>}
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
