import { Icon, type IconName } from '../ui/icon.tsx'

/** Compare and Notifications: a badge of 0 and nothing behind it. */
export function InertIcon({ name, label }: { name: IconName; label: string }) {
  return (
    <button type="button" className="icon-button" aria-label={label} aria-disabled="true">
      <Icon name={name} />
      <span className="badge" aria-hidden="true">
        0
      </span>
    </button>
  )
}
