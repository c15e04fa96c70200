/** Where the order that was placed last is kept, until the shopper dismisses its notice or logs out (placed-order.ts). */
export const PLACED_ORDER_KEY = 'placedOrder'
