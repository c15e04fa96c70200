import { Icon, type IconName } from '../../ui/media/icon.tsx'

type Props = { name: Extract<IconName, 'compare' | 'bell'>; label: string }

/** Compare and Notifications: a badge with 0 and no action. */
export function InertIcon({ name, label }: Props) {
  return (
    <button type="button" className="icon-button" aria-label={label} aria-disabled="true">
      <Icon name={name} />
      <span className="badge" aria-hidden="true">
        0
      </span>
    </button>
  )
}
