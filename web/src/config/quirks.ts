import { env } from './env.ts'

/**
 * Rules that may surprise, each behind one name, so that each can be changed by one edit.
 */
export const quirks = {
  /** The required delivery note is never sent: order_note stays "". A build can switch the sending on. */
  sendDeliveryNote: env.sendDeliveryNote,
  /** "Yes, proceed" adds total_stock to a line that may already hold some, so a cart can exceed the stock. */
  preOrderMayExceedStock: true,
  /** A 200 answer counts as an accepted order whatever its `success` says. */
  anyOkAnswerIsSuccess: true,
} as const
