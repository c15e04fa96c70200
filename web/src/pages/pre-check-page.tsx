import { PageHead } from '../ui/page-head.tsx'

export function PreCheckPage() {
  return <PageHead title="Delivery" />
}
