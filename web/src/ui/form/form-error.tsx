import type { ReactNode } from 'react'
import type { FormProblem } from './use-submit.ts'

type Props = {
  error: FormProblem | null
  id?: string
  /** More content below the message. */
  children?: ReactNode
}

/** An error of the whole form, announced when it appears. */
export function FormError({ error, id, children }: Props) {
  return error === null ? null : (
    <div className="form-error" role="alert" id={id}>
      <strong>{error.text}</strong>
      {error.detail && <span>{error.detail}</span>}
      {children}
    </div>
  )
}
