import { type ReactNode, useId } from 'react'

type Props = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Draws the control, which takes these. */
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
}

/** A control with its label, what it wants, and what is wrong with it. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={error ? 'wrong' : 'hint'}>
          {error ? `✕ ${error}` : hint}
        </p>
      )}
    </div>
  )
}
