import { Icon } from '../../ui/media/icon.tsx'
import { shareAddress } from './share-message.ts'

export function ShareButton({ user }: { user: number }) {
  return (
    <a
      className="btn btn-outline-secondary"
      href={shareAddress(user, window.location.origin)}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="share" />
      Share by WhatsApp
    </a>
  )
}
