import { Dialog } from '../../ui/overlay/dialog.tsx'

/** Where the host wants the payment completed. An address that is no plain web address is shown, not linked. */
export function PaymentLinkDialog({ url, onClose }: { url: string | null; onClose: () => void }) {
  const link = url === null ? null : paymentLink(url)
  return (
    <Dialog
      title="Payment URL"
      open={url !== null}
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
      <p className="payment-url">{url}</p>
      {link === null && <p>This link doesn't look right, so we haven't opened it. Please call us.</p>}
    </Dialog>
  )
}

/**
 * A redirect URL of the host as a link that may be pressed: an absolute http(s) address without a user name in
 * it (which makes one host look like another) and without look-alike letters. Null for anything else.
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
