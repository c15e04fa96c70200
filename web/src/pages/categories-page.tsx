import { PageHead } from '../ui/page-head.tsx'

export function CategoriesPage() {
  return <PageHead title="Categories" />
}
