import type { ReactNode } from 'react'

type Props = {
  /** The sentence of the specification. */
  title: string
  text?: ReactNode
  /** A short saying on the cloth's edge. */
  saying?: string
  action?: ReactNode
}

/** A place with nothing in it: a page of an exercise book with one sentence and a way on. */
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
