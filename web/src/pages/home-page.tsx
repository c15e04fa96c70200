import { PageHead } from '../ui/page-head.tsx'

export function HomePage() {
  return <PageHead title="Home" />
}
