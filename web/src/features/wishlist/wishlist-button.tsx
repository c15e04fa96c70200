import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { useToken } from '../../lib/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { useAddToWishlist, wishlistQuery } from './queries.ts'

/** The heart of the product page. It answers with an alert beside it. */
export function WishlistButton({ id }: { id: number }) {
  const token = useToken()
  const { data = [] } = useQuery(wishlistQuery(token))
  const add = useAddToWishlist()
  const has = data.some((product) => product.id === id)
  return (
    <>
      <button
        type="button"
        className="btn btn-outline-secondary wish-button"
        aria-pressed={has}
        aria-disabled={add.isPending}
        onClick={() => {
          if (!add.isPending) add.mutate(id)
        }}
      >
        <Icon name="heart" filled={has} />
        Wishlist
      </button>
      {add.isSuccess || add.isError ? (
        <p className={add.isSuccess ? 'chip wish-answer' : 'chip chip-none wish-answer'} role="alert">
          <Icon name={add.isSuccess ? 'check' : 'alert'} />
          {add.isSuccess ? 'Added to wishlist!' : 'Failed to add.'}
        </p>
      ) : null}
      {add.isError && token === null ? (
        <p className="wish-way">
          <Link to={paths.account}>Log in</Link> to keep a wishlist.
        </p>
      ) : null}
    </>
  )
}
