import { PageHead } from '../ui/page-head.tsx'

export function ForgotPasswordPage() {
  return <PageHead title="Forgot Password" />
}
