import { useQuery } from '@tanstack/react-query'
import { useOwner, useToken } from '../../api/session.ts'
import { customerQuery } from '../../features/account/queries.ts'
import { PaymentNotice } from '../../features/checkout/payment/payment-notice.tsx'

/** The notice about the customer's unfinished payment. Loads the account if the customer is unknown. */
export function CustomerPayment({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const token = useToken()
  const isKnown = useOwner()?.id != null
  useQuery({ ...customerQuery(token), enabled: token !== null && !isKnown })
  return <PaymentNotice onLeave={onLeave} />
}
