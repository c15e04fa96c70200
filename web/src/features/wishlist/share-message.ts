import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'

/** The link to a customer's wish-list. `origin` is scheme, host and port. */
export function sharedWishlistLink(user: number, origin: string): string {
  return `${origin}${paths.sharedWishlist}?user=${user}`
}

/** A WhatsApp address with the message ready to send. */
export function shareAddress(user: number, origin: string): string {
  const message = `Check out my wishlist on ${store.name}: ${sharedWishlistLink(user, origin)}`
  return `https://wa.me/?text=${encodeURIComponent(message)}`
}
