import { useState } from 'react'
import { notify } from '../feedback/notify.ts'
import { Icon } from '../media/icon.tsx'
import { WhatsAppLink } from './link.tsx'

type Props = {
  /** Title in the phone's share sheet. */
  title: string
  message: string
  /** The copied text, its button's label, the toast, and the label shown if the clipboard is denied. */
  copy: { text: string; label: string; done: string; byHand: string }
  onPrint: () => void
}

/** Ways to share: the phone's share sheet, WhatsApp, clipboard, print. */
export function ShareWays({ title, message, copy, onPrint }: Props) {
  // If the clipboard is denied, the text is shown for copying by hand.
  const [isShown, setShown] = useState(false)

  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(copy.text)
      notify('success', copy.done)
    } catch {
      setShown(true)
    }
  }
  return (
    <div className="share-ways">
      {'share' in navigator ? (
        <button
          type="button"
          className="btn btn-outline-secondary"
          // Closing the share sheet is not an error.
          onClick={() => void navigator.share({ title, text: message }).catch(() => {})}
        >
          <Icon name="share" />
          Share
        </button>
      ) : null}
      <WhatsAppLink message={message}>Share by WhatsApp</WhatsAppLink>
      <button type="button" className="btn btn-outline-secondary" onClick={() => void copyText()}>
        {copy.label}
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={onPrint}>
        <Icon name="receipt" />
        Print
      </button>
      {isShown ? (
        <label className="share-text">
          {copy.byHand}
          <textarea
            className="form-control"
            readOnly
            rows={copy.text.split('\n').length}
            value={copy.text}
            onFocus={(event) => event.target.select()}
          />
        </label>
      ) : null}
    </div>
  )
}
