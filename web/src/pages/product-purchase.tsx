import { type ComponentProps, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { formatSelection, type SelectedOptions } from '../domain/line-selections.ts'
import { preOrderState } from '../domain/pre-order-state.ts'
import { isInStock, type ShopProduct } from '../domain/product.ts'
import { addProductWithToast, remainingStock } from '../features/cart/add-to-cart.tsx'
import { InCart } from '../features/cart/in-cart.tsx'
import { PreOrderDialog } from '../features/cart/pre-order-dialog.tsx'
import { BuyBar } from '../features/catalogue/product/buy-bar.tsx'
import { optionsToChoose, ProductChoices } from '../features/catalogue/product/product-choices.tsx'
import { WishlistButton } from '../features/wishlist/wishlist-button.tsx'
import { useIsOpen } from '../platform/is-open.ts'
import { Quantity } from '../ui/form/quantity.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { Dialog } from '../ui/overlay/lazy-overlay.tsx'
import { OrderingContacts, WithoutScripts } from '../ui/page/without-scripts.tsx'

const PRE_ORDER_REDIRECT_MS = 300

/** Stock below which a shopper is likely to want more than the shop has. */
const SCARCE_STOCK = 18

/** The options, quantity and buttons with which a product is bought, pre-ordered or saved. */
export function Purchase({ product }: { product: ShopProduct }) {
  const [quantity, setQuantity] = useState(1)
  const [isPreOrdering, setPreOrdering] = useState(false)
  const [choices, setChoices] = useState<SelectedOptions>({})
  const options = optionsToChoose(product)
  const choice = formatSelection(options, choices)

  const add = () => {
    if (quantity > remainingStock(product)) setPreOrdering(true)
    else addProductWithToast(product, quantity, choice)
  }
  return (
    <div>
      {options.length === 0 ? null : (
        <ProductChoices options={options} choices={choices} onChange={setChoices} />
      )}
      {isInStock(product) ? null : (
        <p className="strong mb-3">Sold out for now. Tap Add to Cart to pre-order it.</p>
      )}
      <WithoutScripts>
        <p className="strong">
          To order, <OrderingContacts message={`Hello ${store.name}, I'd like to order: ${product.name}`} />.
        </p>
      </WithoutScripts>
      <div className="d-flex flex-wrap gap-3">
        <Quantity
          value={quantity}
          name={product.name}
          onMinus={() => setQuantity(quantity - 1)}
          onPlus={() => setQuantity(quantity + 1)}
        />
        <BuyBar price={product.price}>
          <button
            type="button"
            className="btn btn-primary flex-grow-1"
            disabled={product.price === null}
            onClick={add}
          >
            <Icon name="cart" />
            Add to Cart
          </button>
        </BuyBar>
        <p className="product-in-cart small strong">
          <InCart product={product} />
        </p>
        {product.id === null ? null : <WishlistButton product={{ ...product, id: product.id }} />}
      </div>
      <PreOrderStep
        product={product}
        quantity={quantity}
        choice={choice}
        open={isPreOrdering}
        onClose={() => setPreOrdering(false)}
      />
    </div>
  )
}

/** The pre-order dialog, which leads to the special-order form. */
function PreOrderStep(props: Omit<ComponentProps<typeof PreOrderDialog>, 'onProceeded'>) {
  const { product, quantity, choice } = props
  const navigate = useNavigate()
  const isOpen = useIsOpen()

  // Preloads the code for the dialog, which is likely to be needed.
  const isScarce = product.total_stock !== null && product.total_stock < SCARCE_STOCK
  useEffect(() => {
    if (isScarce) void Dialog.preload()
  }, [isScarce])

  return (
    <PreOrderDialog
      {...props}
      onProceeded={(preOrder) => {
        const state = preOrderState(product, quantity, preOrder, choice)
        setTimeout(() => {
          if (isOpen()) navigate(paths.specialOrder, { state })
        }, PRE_ORDER_REDIRECT_MS)
      }}
    />
  )
}
