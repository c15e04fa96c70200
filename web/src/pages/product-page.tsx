import { PageHead } from '../ui/page-head.tsx'

export function ProductPage() {
  return <PageHead title="Product" />
}
