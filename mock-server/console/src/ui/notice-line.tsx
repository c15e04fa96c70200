import { closeNotice, notice } from '../notice.ts'
import { Button } from './button.tsx'

/** Announces the result of the last command. Always rendered, because live regions that are added later are not announced. */
export function NoticeLine() {
  const shown = notice.use()
  return (
    <div className="notice" role="status" aria-live="polite">
      {shown && (
        <div className={shown.kind}>
          <span aria-hidden="true">{shown.kind === 'done' ? '✓' : '✕'}</span>
          <p>{shown.text}</p>
          <Button onClick={closeNotice} aria-label="Close this message">
            ✕
          </Button>
        </div>
      )}
    </div>
  )
}
