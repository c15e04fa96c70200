import { env } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/page/link.tsx'

/** As requested from the payment provider (billing.ts). */
const ACCEPTED = ['Mobile money', 'Visa', 'Mastercard', 'USSD']

/** Which payments are accepted, who processes them, and how a refund works. */
export function PaymentMarks() {
  return (
    <div className="small muted mt-2">
      <ul className="pay-marks" aria-label="Accepted payments">
        {ACCEPTED.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>
        Payments are processed by <span className="pay-provider">{env.paymentMethod}</span>. We never see your
        card number or PIN. <Link to={paths.refund}>How refunds work</Link>
      </p>
    </div>
  )
}
