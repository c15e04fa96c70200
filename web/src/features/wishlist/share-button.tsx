import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { Icon } from '../../ui/media/icon.tsx'

export function ShareButton({ user }: { user: number }) {
  return (
    <a
      className="btn btn-outline-secondary"
      href={shareUrl(user, window.location.origin)}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="share" />
      Share by WhatsApp
    </a>
  )
}

/** Returns the URL of a customer's shared wishlist. */
export function sharedWishlistLink(user: number, origin: string): string {
  return `${origin}${paths.sharedWishlist}?user=${user}`
}

/** Returns a WhatsApp URL with a message that links to the shared wishlist. */
export function shareUrl(user: number, origin: string): string {
  const message = `Check out my wishlist on ${store.name}: ${sharedWishlistLink(user, origin)}`
  return `https://wa.me/?text=${encodeURIComponent(message)}`
}
