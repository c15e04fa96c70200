import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../media/icon.tsx'
import { Link } from '../page/link.tsx'

export function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <button type="button" className="btn btn-outline-secondary" onClick={onRetry}>
      Try again
    </button>
  )
}

/** An error message in place of the failed content, with a retry button. */
export function Failure({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className="notice notice-error align-items-center flex-wrap" role="alert">
      <Icon name="alert" />
      <p>{message}</p>
      {onRetry ? <RetryButton onRetry={onRetry} /> : null}
    </div>
  )
}

/** Whether something has been active for `afterMs` milliseconds. */
export function useIsOverdue(isActive: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isActive) return
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [isActive, afterMs])
  return isLate && isActive
}

/** A proverb with its translation. Screen readers need the language of each. */
type Saying = { luganda: string; english: string }

export const GENTLY: Saying = { luganda: 'Akwata mpola atuuka wala.', english: 'Who goes gently goes far.' }
export const ONE_BY_ONE: Saying = { luganda: 'Kamu kamu gwe muganda.', english: 'One by one makes a bundle.' }

type Props = {
  title: string
  text?: ReactNode
  saying?: Saying
  action?: ReactNode
  leadsTo?: { to: string; text: string }
}

/** The empty state of a list or page: a message and a next step. */
export function EmptyState({ title, text, saying, action, leadsTo }: Props) {
  return (
    <div className="empty-page">
      <div className="empty-lines">
        <p className="large-display">{title}</p>
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
          <p className="empty-saying">
            <span lang="lg">{saying.luganda}</span> {saying.english}
          </p>
        </>
      )}
    </div>
  )
}
