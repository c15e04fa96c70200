import type { ReactNode } from 'react'
import { Button } from 'react-bootstrap'
import { runCommand, useIsBusy } from '../control-client.ts'

type CommandButtonProps = {
  label: ReactNode
  /** Accessible name, if several buttons share the label. */
  name?: string
  variant?: string
  disabled?: boolean
  /** A question that must be confirmed first, because data is lost. */
  question?: string | undefined
  send: () => Promise<unknown>
  successMessage: string
}

/** A button that sends a command. Disabled while any command runs. */
export function CommandButton({
  label,
  name,
  variant,
  disabled = false,
  question,
  send,
  successMessage,
}: CommandButtonProps) {
  const isBusy = useIsBusy()
  return (
    <Button
      variant={variant ?? (question ? 'outline-danger' : 'outline-secondary')}
      aria-label={name}
      disabled={disabled || isBusy}
      onClick={() => (!question || window.confirm(question)) && void runCommand(send, successMessage)}
    >
      {label}
    </Button>
  )
}

/** Copies a text. @throws Error with advice if the browser refuses */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    throw new Error('This browser does not allow copying; select the text and copy it manually.')
  }
}
