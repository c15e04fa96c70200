import { closeNotice, notice } from '../notice.ts'
import { Button } from './button.tsx'

/** What the last command came to, said once and politely. Empty it stays: a region that comes late is not heard. */
export function NoticeLine() {
  const shown = notice.use()
  return (
    <div className="notice" role="status" aria-live="polite">
      {shown && (
        <div className={shown.kind}>
          <span aria-hidden="true">{shown.kind === 'done' ? '✓' : '✕'}</span>
          <p>{shown.text}</p>
          <Button onClick={closeNotice} aria-label="Close this note">
            ✕
          </Button>
        </div>
      )}
    </div>
  )
}
