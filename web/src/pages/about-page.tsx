import { PageHead } from '../ui/page-head.tsx'

export function AboutPage() {
  return <PageHead title="About Us" />
}
