import { useIsHydrated } from '../../../platform/hydration.ts'
import { lazyComponent } from '../../../ui/loading/lazy-component.tsx'
import type { PaymentNoticeProps } from './payment-notice.tsx'
import { mayHaveStoredPayment } from './storage-keys.ts'

const PaymentNotice = lazyComponent(() =>
  import('./payment-notice.tsx').then((module) => module.PaymentNotice),
)

/** The payment notice. Its code is loaded only if a payment is stored. */
export function LazyPaymentNotice(props: PaymentNoticeProps) {
  return useIsHydrated() && mayHaveStoredPayment() ? <PaymentNotice {...props} /> : null
}
