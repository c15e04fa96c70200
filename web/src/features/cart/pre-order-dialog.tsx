import type { ShopProduct } from '../../domain/product.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { cartItem } from './add-product.ts'
import { addToCart } from './cart-store.ts'

type Props = {
  product: ShopProduct
  /** The chosen options; '' if there are none. */
  choice: string
  open: boolean
  onClose: () => void
  /** Called when the shopper proceeds with the pre-order. `isAdded` is false if nothing was in stock. */
  onProceeded: (isAdded: boolean) => void
}

/** A dialog that offers a pre-order if the requested quantity exceeds the stock. */
export function PreOrderDialog({ product, choice, open, onClose, onProceeded }: Props) {
  const proceed = () => {
    // The whole stock, even if some of it is in the cart already. Checkout reports what exceeds the stock.
    const quantity = product.total_stock ?? 0
    const item = quantity > 0 ? cartItem(product, quantity, choice) : null
    onClose()
    if (item && addToCart(item))
      notify(`${product.name} added to cart for pre-order!`, { kind: 'success', name: product.name })
    else if (quantity > 0) notify('Failed to add item to cart', { kind: 'error' })
    onProceeded(quantity > 0)
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
      <p>More on the way. Pre-Order Available. Would you like to continue with pre-order?</p>
    </Dialog>
  )
}
