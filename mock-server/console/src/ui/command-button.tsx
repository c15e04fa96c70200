import { Button } from 'react-bootstrap'
import { run, useBusy } from '../queries.ts'

type Props = {
  label: string
  /** Accessible name, if several buttons share the label. */
  name?: string
  variant?: string
  disabled?: boolean
  /** Asks this question first, because data is lost. */
  question?: string | undefined
  send: () => Promise<unknown>
  /** The message after success. */
  done: string
}

export function CommandButton({ label, name, variant, disabled = false, question, send, done }: Props) {
  const busy = useBusy()
  return (
    <Button
      variant={variant ?? (question ? 'outline-danger' : 'outline-secondary')}
      aria-label={name}
      disabled={disabled || busy}
      onClick={() => (!question || window.confirm(question)) && void run(send, done)}
    >
      {label}
    </Button>
  )
}
