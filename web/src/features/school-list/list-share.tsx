import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notify.ts'
import { listMessage, whatsappAddress } from './list-address.ts'

type Props = { title: string; lines: number; total: number | null; address: string; onPrint: () => void }

/** The ways a list goes to parents: the phone's own share sheet, WhatsApp, a copied link, paper. */
export function ListShare({ title, lines, total, address, onPrint }: Props) {
  const message = listMessage({ title, lines, total, address })
  // Where the clipboard is refused, the link itself is shown to be copied by hand.
  const [shown, setShown] = useState(false)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      notify('Link copied.', { kind: 'success' })
    } catch {
      setShown(true)
    }
  }
  return (
    <div className="list-share">
      {'share' in navigator ? (
        <button
          type="button"
          className="btn btn-outline-secondary"
          // Closing the share sheet without a choice is no failure.
          onClick={() => void navigator.share({ title, text: message }).catch(() => {})}
        >
          <Icon name="share" />
          Share
        </button>
      ) : null}
      <a
        className="btn btn-outline-secondary"
        href={whatsappAddress(message)}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="chat" />
        Share by WhatsApp
      </a>
      <button type="button" className="btn btn-outline-secondary" onClick={() => void copy()}>
        Copy link
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={onPrint}>
        <Icon name="receipt" />
        Print
      </button>
      {shown ? (
        <label className="list-link">
          The link of this list, to copy:
          <input
            className="form-control"
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
        </label>
      ) : null}
    </div>
  )
}
