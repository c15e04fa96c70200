import { useState } from 'react'
import { nameElementId, type ShopProduct } from '../../lib/product.ts'
import { Icon } from '../../ui/icon.tsx'

/** Milliseconds the button keeps its tick. */
const TICK = 1500

type Props = { product: ShopProduct; onAdd: (product: ShopProduct) => boolean }

/** The button of a list card, described by the product's name in the card. It ticks itself when the product went in. */
export function AddToCartButton({ product, onAdd }: Props) {
  const [added, setAdded] = useState(false)
  if (product.id === null) return null
  if (product.price === null) {
    return <p className="small muted add-reason">Call us for the price.</p>
  }
  return (
    <button
      type="button"
      aria-describedby={nameElementId(product)}
      className={`btn w-100 ${added ? 'btn-primary' : 'btn-outline-secondary'}`}
      onClick={() => {
        if (!onAdd(product)) return
        setAdded(true)
        setTimeout(() => setAdded(false), TICK)
      }}
    >
      <Icon name={added ? 'check' : 'cart'} />
      Add to cart
    </button>
  )
}
