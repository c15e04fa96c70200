import { useState } from 'react'
import { nameElementId, type ShopProduct } from '../../domain/product.ts'
import { Icon } from '../../ui/media/icon.tsx'

/** How long the button shows a tick after adding, in milliseconds. */
const TICK_MS = 1500

type Props = { product: ShopProduct; onAdd: (product: ShopProduct) => boolean }

/**
 * The button on a product card. The product's name is its accessible description. Shows a tick after adding. If the
 * product can't be bought online, the button is disabled and the reason is shown.
 */
export function AddToCartButton({ product, onAdd }: Props) {
  const [added, setAdded] = useState(false)
  const reason =
    product.id === null ? 'Not sold online.' : product.price === null ? 'Call us for the price.' : null
  return (
    <>
      {reason === null ? null : <p className="small muted add-reason">{reason}</p>}
      <button
        type="button"
        aria-describedby={nameElementId(product)}
        className={`btn w-100 ${added ? 'btn-primary' : 'btn-outline-secondary'}`}
        disabled={reason !== null}
        onClick={() => {
          if (!onAdd(product)) return
          setAdded(true)
          setTimeout(() => setAdded(false), TICK_MS)
        }}
      >
        <Icon name={added ? 'check' : 'cart'} />
        Add to cart
      </button>
    </>
  )
}
