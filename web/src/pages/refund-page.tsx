import { PageHead } from '../ui/page-head.tsx'

export function RefundPage() {
  return <PageHead title="Refund Policy" />
}
