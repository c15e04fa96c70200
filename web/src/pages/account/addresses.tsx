import { useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { useContact } from '../../domain/customer.ts'
import { AddressSection } from '../../features/delivery/address-section.tsx'
import { useAddressBook } from '../../features/delivery/use-address-book.ts'
import { Link } from '../../ui/page/link.tsx'

/** Moves the focus, because the link to this view was removed with the dashboard. */
const focusOnMount = (heading: HTMLHeadingElement | null) => heading?.focus()

/** The customer's addresses, with the parts of the delivery step. */
export function Addresses({ onLogIn }: { onLogIn: () => void }) {
  const token = useToken()
  const book = useAddressBook(token, useContact(token), onLogIn)
  return (
    <>
      <h2 ref={focusOnMount} tabIndex={-1}>
        Your addresses
      </h2>
      {book.addresses.length > 0 && (
        <p className="muted mb-3">
          Your next order starts with the newest one. You can choose another there.
        </p>
      )}
      <AddressSection book={book} />
      {book.pickupPoint && (
        <p className="muted mt-4">
          <span className="strong">Place of collection:</span> {book.pickupPoint.address}. Your pickup orders
          use it, and nothing is delivered there.
        </p>
      )}
      <p className="mt-4">
        <Link to={paths.account}>Back to your details</Link>
      </p>
    </>
  )
}
