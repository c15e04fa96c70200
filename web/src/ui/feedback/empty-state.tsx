import type { ReactNode } from 'react'
import { Link } from '../page/link.tsx'

type Props = {
  /** The message. */
  title: string
  text?: ReactNode
  /** A proverb below the kitenge edge. */
  saying?: string
  action?: ReactNode
  /** A link to the next step. */
  leadsTo?: { to: string; text: string }
}

/** The empty state of a list or page: a message and a next step. */
export function EmptyState({ title, text, saying, action, leadsTo }: Props) {
  return (
    <div className="empty-page">
      <div className="empty-lines">
        <p className="empty-title">{title}</p>
        {text === undefined ? null : <p>{text}</p>}
        {action}
        {leadsTo ? (
          <Link className="btn btn-primary" to={leadsTo.to}>
            {leadsTo.text}
          </Link>
        ) : null}
      </div>
      {saying === undefined ? null : (
        <>
          <div className="kitenge" />
          <p className="empty-saying">{saying}</p>
        </>
      )}
    </div>
  )
}
