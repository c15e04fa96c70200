import { quirks } from '../../config/quirks.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.ts'
import { cartItem } from './add-product.ts'
import { addToCart, quantityInCart } from './cart-store.ts'

type Props = {
  product: ShopProduct
  /** What was chosen of its options; '' for nothing. */
  choice: string
  open: boolean
  onClose: () => void
  /** After "Yes, proceed": time to move on to the special order. */
  onProceeded: () => void
}

/** Asks whether to go on with a pre-order when more is wanted than there is. */
export function PreOrderDialog({ product, choice, open, onClose, onProceeded }: Props) {
  const proceed = () => {
    const kept = addAllStock(product, choice)
    onClose()
    if (kept) notify(`${product.name} added to cart for pre-order!`, { kind: 'success' })
    else notify('Failed to add item to cart', { kind: 'error' })
    onProceeded()
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

/** Sets the quantity to the stock and adds it to a line that may hold some already. An empty line is not made. */
function addAllStock(product: ShopProduct, choice: string): boolean {
  const stock = product.total_stock ?? 0
  const wanted =
    quirks.preOrderMayExceedStock || product.id === null ? stock : stock - quantityInCart(product.id)
  if (wanted <= 0) return true
  const item = cartItem(product, wanted, choice)
  return item !== null && addToCart(item)
}
