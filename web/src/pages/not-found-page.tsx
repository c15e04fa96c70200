import { PageHead } from '../ui/page-head.tsx'

export function NotFoundPage() {
  return <PageHead title="Page not found" />
}
