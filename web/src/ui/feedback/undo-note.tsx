import { useEffect, useId, useRef } from 'react'
import { announce } from './announcer.ts'

type Props = {
  /** A sentence that describes the change; null if there is nothing to undo. */
  text: string | null
  onUndo: () => void
  /** Whether the clicked button is still there and keeps the focus. If not, the focus moves to "Undo". */
  keepsFocus?: boolean
  className?: string
}

/** Says what was removed or cleared, and offers to undo it. */
export function UndoNote({ text, onUndo, keepsFocus = false, className = 'mb-0' }: Props) {
  const id = useId()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (text !== null && !keepsFocus) undo.current?.focus()
  }, [text, keepsFocus])
  return (
    // The focused button is announced with its description. A live region would say the text twice.
    <div
      className={`notice align-items-center justify-content-between ${className}`}
      role={keepsFocus ? 'status' : undefined}
    >
      {text === null ? null : (
        <>
          <span id={id}>{text}</span>
          <button
            ref={undo}
            type="button"
            className="link-button strong"
            aria-describedby={id}
            onClick={() => {
              onUndo()
              announce('Undone.')
            }}
          >
            Undo
          </button>
        </>
      )}
    </div>
  )
}
