/** A line of the cart as it lies in storage. Field names are the specification's. */
export type CartItem = {
  id: number
  name: string
  quantity: number
  /** Shillings of one unit. */
  price: number
  image: string
  /** null when the host did not say: unknown stock never blocks. */
  total_stock: number | null
  variant?: string
  variation?: unknown[]
  discountAmount?: number
  taxAmount?: number
}

/** How much of a product all its lines ask for together. */
export function wantedOf(items: readonly CartItem[], id: number): number {
  return countItems(items.filter((item) => item.id === id))
}

/** Sum of quantities. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** Sum of price times quantity, in shillings. */
export function totalPrice(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.price * item.quantity, 0)
}
