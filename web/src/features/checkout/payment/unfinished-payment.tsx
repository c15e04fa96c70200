import { useIsHydrated } from '../../../platform/hydration.ts'
import { lazyComponent } from '../../../ui/loading/lazy-component.tsx'
import { mayHaveStoredPayment } from './storage-keys.ts'

const PaymentNotice = lazyComponent(() =>
  import('./payment-notice.tsx').then(({ PaymentNotice }) => PaymentNotice),
)

/** The notice about an unfinished payment. Its code is loaded only if there may be an unfinished payment. */
export function UnfinishedPayment({ onLeave }: { onLeave?: () => void }) {
  return useIsHydrated() && mayHaveStoredPayment() ? <PaymentNotice onLeave={onLeave} /> : null
}
