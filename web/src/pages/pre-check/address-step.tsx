import { paths } from '../../config/paths.ts'
import { AddressSection } from '../../features/delivery/address-section.tsx'
import type { AddressBook } from '../../features/delivery/use-address-book.ts'
import { Link } from '../../ui/page/link.tsx'

type Props = {
  book: AddressBook
  isLoggedIn: boolean
  /** Why the shopper can't continue with these addresses; null if they can. */
  error: string | null
}

/** The address for a home delivery. */
export function AddressStep({ book, isLoggedIn, error }: Props) {
  return (
    <section className="sheet" aria-labelledby="where">
      <h2 id="where">Delivery address</h2>
      {isLoggedIn ? null : (
        <p className="notice">
          <span>
            <Link to={paths.account} state={{ fromCheckout: true }}>
              Log in
            </Link>{' '}
            to use and save your addresses. Your cart is safe.
          </span>
        </p>
      )}
      <AddressSection book={book} error={error} />
    </section>
  )
}
