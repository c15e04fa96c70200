import { mayHaveUnfinishedPayment } from '../../features/checkout/payment/storage-keys.ts'
import { useIsHydrated } from '../../platform/hydration.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

const CustomerPayment = lazyPart(() =>
  import('./customer-payment.tsx').then(({ CustomerPayment }) => CustomerPayment),
)

/** The notice about an unfinished payment. Its code is loaded only if there may be an unfinished payment. */
export function UnfinishedPayment({ onLeave }: { onLeave?: () => void }) {
  return useIsHydrated() && mayHaveUnfinishedPayment() ? <CustomerPayment onLeave={onLeave} /> : null
}
