import { type ComponentProps, useRef, useState } from 'react'

type ButtonProps = ComponentProps<'button'> & { look?: 'plain' | 'main' | 'danger' }

/** A button of at least 44 px. `main` marks the view's primary action. */
export function Button({ look = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button ${look} ${className}`} {...rest} />
}

type Props = {
  label: string
  /** Accessible name, if several buttons share the label. */
  name?: string
  question: string
  onConfirm: () => void
  disabled?: boolean
}

/** Asks for confirmation before data is lost. */
export function ConfirmButton({ label, name, question, onConfirm, disabled }: Props) {
  const [requesting, setRequesting] = useState(false)
  const first = useRef<HTMLButtonElement>(null)

  function close() {
    setRequesting(false)
    requestAnimationFrame(() => first.current?.focus())
  }

  if (!requesting) {
    return (
      <Button
        ref={first}
        look="danger"
        aria-label={name}
        disabled={disabled}
        onClick={() => setRequesting(true)}
      >
        {label}
      </Button>
    )
  }
  return (
    <fieldset
      aria-label={question}
      className="confirm"
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <span>{question}</span>
      <Button
        look="danger"
        className="sure"
        autoFocus
        onClick={() => {
          close()
          onConfirm()
        }}
      >
        Yes, {label.toLowerCase()}
      </Button>
      <Button onClick={close}>No</Button>
    </fieldset>
  )
}
