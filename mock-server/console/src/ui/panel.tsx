import { type ReactNode, useId } from 'react'
import { showJson, showMoment, showTime } from '../format.ts'

type Props = { title: string; actions?: ReactNode; children: ReactNode }

export function Panel({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** The empty state of a list: a message, and how to add an item. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <p className="written">{title}</p>
      <p>{children}</p>
    </div>
  )
}

/** Shows a value as indented JSON in a scrollable box. */
export function JsonBlock({ value }: { value: unknown }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
  return <pre tabIndex={0}>{showJson(value)}</pre>
}

/** Shows a time in Kampala's time zone; `short` omits the date. */
export function Moment({ iso, short = false }: { iso: string; short?: boolean }) {
  return (
    <time dateTime={iso} title={`${showMoment(iso)} in Kampala, ${iso}`}>
      {short ? showTime(iso) : showMoment(iso)}
    </time>
  )
}
