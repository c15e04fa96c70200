import { paths } from '../config/paths.ts'
import { EmptyState, GENTLY } from '../ui/feedback/load-states.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'

export default function NotFoundPage() {
  return (
    <div className="shell page">
      <PageHead title="Page not found" />
      <EmptyState
        title="This page isn't in our book."
        text="Check the address for typing mistakes. The page may also have moved."
        saying={GENTLY}
        action={
          <div className="d-flex flex-wrap gap-2">
            <Link className="btn btn-primary" to={paths.shop}>
              Shop now
            </Link>
            <Link className="btn btn-outline-secondary" to={paths.home}>
              Home
            </Link>
          </div>
        }
      />
    </div>
  )
}
