import { PageHead } from '../ui/page-head.tsx'

export function ContactPage() {
  return <PageHead title="Contact Us" />
}
