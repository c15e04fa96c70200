import { destinations } from '../../config/store.ts'
import { Icon, type IconName } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'

type Props = { name: Extract<IconName, 'compare' | 'bell'>; label: string; onGo?: () => void }

/** Compare and Notifications: a badge with 0 and no action, unless the store's settings contain a destination. */
export function InertIcon({ name, label, onGo }: Props) {
  const to = name === 'compare' ? destinations.compare : destinations.notifications
  const inside = (
    <>
      <Icon name={name} />
      <span className="badge" aria-hidden="true">
        0
      </span>
    </>
  )
  return to === '' ? (
    <button type="button" className="icon-button" aria-label={label} aria-disabled="true">
      {inside}
    </button>
  ) : (
    <Link className="icon-button" aria-label={label} to={to} {...(onGo ? { onClick: onGo } : {})}>
      {inside}
    </Link>
  )
}
