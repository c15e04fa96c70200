import { PageHead } from '../ui/page-head.tsx'

export function ChangePasswordPage() {
  return <PageHead title="Change Password" />
}
