import { useEffect, useRef } from 'react'

type Props = { /** The removed item; null if there is none. */ name: string | null; onUndo: () => void }

/** A live region that offers to undo a removal. Takes the focus, because the clicked button was removed with its item. */
export function RemovedNote({ name, onUndo }: Props) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (name !== null) undo.current?.focus()
  }, [name])
  return (
    <div className="notice align-items-center justify-content-between mb-0" role="status">
      {name === null ? null : (
        <>
          <span>{name} removed.</span>
          <button ref={undo} type="button" className="link-button strong" onClick={onUndo}>
            Undo
          </button>
        </>
      )}
    </div>
  )
}
