import { formatPrice } from './money.ts'
import type { PreOrder, SpecialOrderState } from './navigation-state.ts'
import type { ShopProduct } from './product.ts'

/** Returns the state of a special order for a pre-order. @param choice the chosen options; '' if there are none */
export function preOrderState(
  { name, price, isbn }: Pick<ShopProduct, 'name' | 'price' | 'isbn'>,
  quantity: number,
  preOrder: PreOrder,
  choice = '',
): SpecialOrderState {
  return {
    item_name: choice === '' ? name : `${name} (${choice})`,
    quantity,
    order_details: `${formatPrice(price)} on the product page${isbn === null ? '' : `, ISBN ${isbn}`}.`,
    preOrder,
  }
}
