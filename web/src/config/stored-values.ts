/**
 * When a value is deleted:
 * - `log-out`: at the customer's log-out. An expired session deletes only the token.
 * - `settled`: when the payment's order is placed or the payment has failed, because it must survive a log-out.
 * - `tab`: when the tab is closed, or earlier.
 * - `hour`: unused after an hour.
 * - `forgotten`: when the shopper clears it, or chooses "Forget everything on this phone".
 */
type Life = 'log-out' | 'settled' | 'tab' | 'hour' | 'forgotten'

/**
 * Everything that the shop stores in localStorage and sessionStorage, by key. Values of a `customer` are hidden from
 * other customers of the browser, whose changes and log-out keep them. Values of the `browser` are shown to everyone.
 */
export const STORED_VALUES = {
  authToken: { owner: 'customer', life: 'log-out' },
  customer: { owner: 'customer', life: 'log-out' },
  wishesToSend: { owner: 'customer', life: 'log-out' },
  wishlistVisit: { owner: 'customer', life: 'log-out' },
  placedOrder: { owner: 'customer', life: 'log-out' },
  orderDetails: { owner: 'customer', life: 'log-out' },
  lastDelivery: { owner: 'customer', life: 'log-out' },
  billingDraft: { owner: 'customer', life: 'log-out' },
  deliveryDraft: { owner: 'customer', life: 'log-out' },
  addressDraft: { owner: 'customer', life: 'log-out' },
  specialOrderDraft: { owner: 'customer', life: 'log-out' },
  paymentAttempts: { owner: 'customer', life: 'settled' },
  paidOrders: { owner: 'customer', life: 'settled' },
  cart: { owner: 'browser', life: 'log-out' },
  resetEmail: { owner: 'browser', life: 'log-out' },
  resetToken: { owner: 'browser', life: 'log-out' },
  resetUntil: { owner: 'browser', life: 'log-out' },
  acceptedOrders: { owner: 'browser', life: 'forgotten' },
  cartWritten: { owner: 'browser', life: 'forgotten' },
  recentProducts: { owner: 'browser', life: 'forgotten' },
  schoolClass: { owner: 'browser', life: 'forgotten' },
  schoolListTicks: { owner: 'browser', life: 'forgotten' },
  dataSaver: { owner: 'browser', life: 'forgotten' },
  hostTraits: { owner: 'browser', life: 'forgotten' },
  homepage_sections: { owner: 'browser', life: 'hour' },
  categories: { owner: 'browser', life: 'hour' },
  latest_products: { owner: 'browser', life: 'hour' },
  chatOpened: { owner: 'browser', life: 'tab' },
  scrollPlaces: { owner: 'browser', life: 'tab' },
  refusedEntry: { owner: 'browser', life: 'tab' },
  reloadedPages: { owner: 'browser', life: 'tab' },
  typedText: { owner: 'browser', life: 'tab' },
} as const satisfies Record<string, { owner: 'customer' | 'browser'; life: Life }>

/** The key of a stored value. Those of category lists contain the category's id, and live for an hour. */
export type StoredKey = keyof typeof STORED_VALUES | `subcategories_${number | 'top'}` | `children_${number}`
