import { PageHead } from '../ui/page-head.tsx'

export function TermsPage() {
  return <PageHead title="Terms and Conditions" />
}
