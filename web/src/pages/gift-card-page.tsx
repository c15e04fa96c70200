import { PageHead } from '../ui/page-head.tsx'

export function GiftCardPage() {
  return <PageHead title="Gift Card" />
}
