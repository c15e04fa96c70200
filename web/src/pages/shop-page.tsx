import { PageHead } from '../ui/page-head.tsx'

export function ShopPage() {
  return <PageHead title="Shop" />
}
