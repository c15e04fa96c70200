import { Dialog } from '../../ui/overlay/dialog.tsx'
import { paymentLink } from './payment-link.ts'

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
      {link === null && <p>This address does not look right, so we do not link to it. Please call us.</p>}
    </Dialog>
  )
}
