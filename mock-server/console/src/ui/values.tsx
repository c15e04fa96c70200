import { Fragment, type ReactNode } from 'react'
import { Badge } from 'react-bootstrap'
import { formatDateTime, formatTime } from '../format.ts'

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
