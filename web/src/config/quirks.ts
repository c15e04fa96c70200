import { env } from './env.ts'

/** Surprising rules of the shop. Each has a name, so that it can be changed in one place. */
export const quirks = {
  /** The required delivery note is not sent: order_note stays "". A setting enables it. */
  sendDeliveryNote: env.sendDeliveryNote,
  /** "Yes, proceed" adds total_stock to the quantity already in the cart, so a cart can exceed the stock. */
  preOrderMayExceedStock: true,
  /** A 200 response counts as an accepted order, regardless of `success`. */
  anyOkResponseIsSuccess: true,
} as const
