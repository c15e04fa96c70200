import { Fragment, type ReactNode, useId, useState } from 'react'
import { Badge, Card } from 'react-bootstrap'
import { formatDateTime, formatTime } from '../format.ts'

/** The heading of a view, which receives the focus when the view opens, and the purpose of the view. */
export function ViewHeading({ title, children }: { title: string; children?: ReactNode }) {
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

/** Terms and their details. Details that are null or undefined are omitted. */
export function DescriptionList({ details }: { details: Record<string, ReactNode> }) {
  const presentDetails = Object.entries(details).filter(([, value]) => value !== null && value !== undefined)
  return (
    <dl className="description-list">
      {presentDetails.map(([term, value]) => (
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

/** A row of a list with details, which are rendered only while they are shown. */
export function DisclosureRow({ summary, edge, action, children }: DisclosureRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className={`list-group-item disclosure ${edge ? `edge-${edge}` : ''}`}>
      <div className="disclosure-head">
        <button
          type="button"
          className="disclosure-button"
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

/** A short text on the colour of its tone. */
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
