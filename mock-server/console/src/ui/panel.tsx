import { Fragment, type ReactNode, useId, useState } from 'react'
import { Alert, Badge, Button, Card, Spinner } from 'react-bootstrap'
import { type ControlQuery, connectionProblem, errorText, refreshAll } from '../control-client.ts'
import { formatDateTime, formatTime } from '../format.ts'

/** The heading of a view, which receives the focus when the view opens, and what the view is for. */
export function ViewHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {children && <p className="text-body-secondary">{children}</p>}
    </>
  )
}

type PanelProps = { title: string; actions?: ReactNode; children: ReactNode }

export function Panel({ title, actions, children }: PanelProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <Card.Body>
        <header className="actions justify-content-between">
          <h2 id={id}>{title}</h2>
          {actions}
        </header>
        {children}
      </Card.Body>
    </Card>
  )
}

type QueryStateProps<T> = { query: ControlQuery<T>; what: string; children: (data: T) => ReactNode }

/** Renders every state of a query: loading, failed, loaded, and loaded but stale. */
export function QueryState<T>({ query: { data, error }, what, children }: QueryStateProps<T>) {
  const hasFailed = error !== null && connectionProblem(error) === null
  if (data === undefined && !hasFailed)
    return <Spinner role="status" aria-busy="true" aria-label={`${what}: loading`} variant="primary" />
  return (
    <>
      {hasFailed && (
        <Alert variant="danger" className="actions">
          <p>
            <strong>{what} did not load.</strong> {errorText(error)}
          </p>
          <Button variant="outline-danger" onClick={refreshAll}>
            Try again
          </Button>
        </Alert>
      )}
      {data !== undefined && children(data)}
    </>
  )
}

type RowsProps<T> = {
  query: ControlQuery<unknown>
  name: string
  items: readonly T[] | undefined
  /** The message and the hint of the empty state. */
  empty: readonly [message: string, hint: string]
  children: (item: T) => ReactNode
}

/** A list in every state: loading, failed, empty, and with a row for each item. */
export function Rows<T>({ query, name, items = [], empty: [message, hint], children }: RowsProps<T>) {
  return (
    <QueryState query={query} what={`The list of ${name}`}>
      {() =>
        items.length > 0 ? (
          <ul className="list-group" aria-label={name} children={items.map(children)} />
        ) : (
          <div className="py-4 text-center">
            <p className="fs-5">{message}</p>
            <p className="text-body-secondary">{hint}</p>
          </div>
        )
      }
    </QueryState>
  )
}

/** Terms and their values. Values that are null or undefined are omitted. */
export function DescriptionList({ facts }: { facts: Record<string, ReactNode> }) {
  const shownFacts = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)
  return (
    <dl className="facts">
      {shownFacts.map(([term, value]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

type DisclosureRowProps = {
  summary: ReactNode
  /** Colour of the row's edge. */
  edge?: 'danger' | 'warning' | undefined
  /** A command next to the summary, which a button cannot contain. */
  action?: ReactNode
  children: ReactNode
}

/** A row of a list that opens. Its content is rendered only while it is open. */
export function DisclosureRow({ summary, edge, action, children }: DisclosureRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className={`list-group-item opening ${edge ? `edge-${edge}` : ''}`}>
      <div className="opening-head">
        <button
          type="button"
          className="opening-button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {summary}
        </button>
        {action}
      </div>
      {isOpen && <div className="card-body p-3 pt-0">{children}</div>}
    </li>
  )
}

type Tone = 'success' | 'danger' | 'warning' | 'info' | 'secondary'

export const StatusBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge bg={`${tone}-subtle`} text={`${tone}-emphasis`} children={children} />
)

export function JsonBlock({ value }: { value: unknown }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
  return <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
}

/** Shows a time in Kampala's time zone; `short` omits the date. */
export function Time({ iso, short = false }: { iso: string; short?: boolean }) {
  return (
    <time dateTime={iso} title={`${formatDateTime(iso)} in Kampala, ${iso}`}>
      {short ? formatTime(iso) : formatDateTime(iso)}
    </time>
  )
}
