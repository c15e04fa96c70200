import type { ReactNode } from 'react'

type Props = {
  /** What is missing, in one sentence. */
  title: string
  text?: ReactNode
  /** A short saying on the cloth's edge. */
  saying?: string
  action?: ReactNode
}

/** An empty list or page: one sentence, and what to do next. */
export function EmptyState({ title, text, saying, action }: Props) {
  return (
    <div className="empty-page">
      <div className="empty-lines">
        <p className="empty-title">{title}</p>
        {text === undefined ? null : <p>{text}</p>}
        {action}
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
