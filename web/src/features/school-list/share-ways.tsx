import { useState } from 'react'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { WhatsAppLink } from '../../ui/page/link.tsx'

type Props = {
  /** Title in the phone's share sheet. */
  title: string
  message: string
  url: string
}

/** Ways to share a list: the phone's share sheet, WhatsApp, clipboard. */
export function ShareWays({ title, message, url }: Props) {
  // If the browser refuses, the link is shown for copying by hand.
  const [isShown, setShown] = useState(false)

  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(url)
      notify('success', 'Link copied.')
    } catch {
      setShown(true)
    }
  }
  const share = async () => {
    try {
      // Newer: the button is shown only in browsers with `navigator.share`.
      await navigator.share({ title, text: message })
    } catch (error) {
      // Closing the share sheet is not an error.
      if ((error as Error).name !== 'AbortError') setShown(true)
    }
  }
  return (
    <div className="d-flex flex-wrap gap-2 mb-2">
      {'share' in navigator ? (
        <button type="button" className="btn btn-outline-secondary" onClick={() => void share()}>
          <Icon name="share" />
          Share
        </button>
      ) : null}
      <WhatsAppLink message={message}>Share by WhatsApp</WhatsAppLink>
      <button type="button" className="btn btn-outline-secondary" onClick={() => void copyText()}>
        Copy link
      </button>
      {isShown ? (
        <label className="w-100">
          Copy the link:
          <textarea
            className="form-control"
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
        </label>
      ) : null}
    </div>
  )
}
