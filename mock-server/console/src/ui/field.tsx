import { type ReactNode, useEffect, useId, useRef } from 'react'

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

/** A control with its label, what it wants, and what is wrong with it. The first wrong one of a form takes the focus. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId()
  const note = error ?? hint
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = error && field.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]')
    if (first && field.current?.contains(first)) first.focus()
  }, [error])
  return (
    <div className="field" ref={field}>
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
