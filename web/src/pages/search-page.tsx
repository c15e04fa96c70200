import { PageHead } from '../ui/page-head.tsx'

export function SearchPage() {
  return <PageHead title="Search" />
}
