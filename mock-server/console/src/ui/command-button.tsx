import { useRef, useState } from 'react'
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
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const busy = useBusy()

  function close() {
    setAsking(false)
    requestAnimationFrame(() => button.current?.focus())
  }

  const confirm = () => {
    close()
    void run(send, done)
  }
  if (asking) {
    return (
      <fieldset
        aria-label={question}
        className="actions"
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <span>{question}</span>
        <Button variant="danger" autoFocus onClick={confirm}>
          Yes, {label.toLowerCase()}
        </Button>
        <Button variant="outline-secondary" onClick={close}>
          No
        </Button>
      </fieldset>
    )
  }
  return (
    <Button
      ref={button}
      variant={variant ?? (question ? 'outline-danger' : 'outline-secondary')}
      aria-label={name}
      disabled={disabled || busy}
      onClick={() => (question ? setAsking(true) : void run(send, done))}
    >
      {label}
    </Button>
  )
}
