import { PageHead } from '../ui/page-head.tsx'

export function VerifyPage() {
  return <PageHead title="Verify" />
}
