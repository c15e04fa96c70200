import { paths } from '../../config/paths.ts'
import { Link } from './link.tsx'

/** One sentence for forms that ask for personal data. @param use what the data is for, to follow "We use this to" */
export function PrivacyNote({ use }: { use: string }) {
  return (
    <p className="small muted mb-3">
      We use this to {use}. <Link to={paths.privacy}>Privacy</Link>
    </p>
  )
}
