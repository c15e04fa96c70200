import type { ReactNode } from 'react'
import { Link } from '../page/link.tsx'

type Props = {
  /** What is missing, in one sentence. */
  title: string
  text?: ReactNode
  /** A short saying on the cloth's edge. */
  saying?: string
  action?: ReactNode
  /** The one page to go on from. */
  leadsTo?: { to: string; text: string }
}

/** An empty list or page: one sentence, and what to do next. */
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
