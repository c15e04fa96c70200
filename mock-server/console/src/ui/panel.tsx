import { type ReactNode, useId } from 'react'
import { Card } from 'react-bootstrap'

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
