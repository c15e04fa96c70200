import type { PreOrder } from '../../domain/navigation-state.ts'
import { firstImage, type ShopProduct } from '../../domain/product.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Dialog } from '../../ui/overlay/lazy-overlay.tsx'
import { remainingStock, toCartItem } from './add-to-cart.tsx'
import { addToCart } from './cart-store.ts'

type Props = {
  product: ShopProduct
  /** The quantity in addition to the units in the cart. */
  quantity: number
  /** The chosen options; '' if there are none. */
  choice: string
  open: boolean
  onClose: () => void
  onProceeded: (preOrder: PreOrder) => void
}

/** Adds what is in stock to the cart. The page then opens the special order for the rest. */
export function PreOrderDialog({ product, quantity, choice, open, onClose, onProceeded }: Props) {
  const proceed = () => {
    // The whole stock, even if some of it is in the cart already. Checkout reports what exceeds the stock.
    const stock = product.total_stock ?? 0
    const missing = quantity - remainingStock(product)
    const item = stock > 0 ? toCartItem(product, stock, choice) : null
    const isStored = item !== null && addToCart(item)
    onClose()
    if (isStored)
      notify('success', `${product.name} added to cart for pre-order!`, {
        product: { name: product.name, image: firstImage(product) },
      })
    else if (item) notify('error', 'Failed to add item to cart')
    onProceeded({ added: item?.quantity ?? 0, missing })
  }
  return (
    <Dialog
      title="Limited Stock Available"
      open={open}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-outline-secondary" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn btn-primary" onClick={proceed}>
            Yes, proceed
          </button>
        </>
      }
    >
      {product.total_stock ? (
        <p className="mb-2">
          {`We have ${product.total_stock} in stock now. ${product.total_stock === 1 ? 'It goes' : 'They go'} into your cart, and the next page asks about the rest.`}
        </p>
      ) : null}
      <p>More on the way. Pre-Order Available. Would you like to continue with pre-order?</p>
    </Dialog>
  )
}
