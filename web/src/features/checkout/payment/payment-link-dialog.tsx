import { Dialog } from '../../../ui/overlay/lazy-overlay.tsx'

/** A dialog with a link for completing the payment. An unsafe URL is shown as text. */
export function PaymentLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const link = paymentLink(url)
  return (
    <Dialog
      title="Payment URL"
      open
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-outline-secondary" onClick={onClose}>
            Close
          </button>
          {link !== null && (
            <a className="btn btn-primary" href={link} rel="noopener noreferrer">
              Complete Payment
            </a>
          )}
        </>
      }
    >
      <p className="strong mb-3">{url}</p>
      {link === null && <p>This link doesn't look right, so we haven't opened it. Please call us.</p>}
    </Dialog>
  )
}

/**
 * Returns a redirect URL if it is safe to link to, and null otherwise. A safe URL is an absolute http(s) URL. It must
 * not contain credentials or non-ASCII characters in the host name, because they can imitate a different host.
 */
export function paymentLink(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  const plain =
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return plain && !/(^|\.)xn--/.test(url.hostname) ? url.href : null
}
