import { PageHead } from '../ui/page-head.tsx'

export function CheckoutPage() {
  return <PageHead title="Checkout" />
}
