import { PageHead } from '../ui/page-head.tsx'

export function AccountPage() {
  return <PageHead title="My Account" />
}
