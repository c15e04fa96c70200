import { PageHead } from '../ui/page-head.tsx'

export function SpecialOrderPage() {
  return <PageHead title="Special Order" />
}
