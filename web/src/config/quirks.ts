import { env } from './env.ts'

/**
 * Deliberate oddities of the specification, each behind one name, so that its owner can lift it by one edit.
 */
export const quirks = {
  /** The required delivery note is never sent: order_note stays "". A build can switch the sending on. */
  sendDeliveryNote: env.sendDeliveryNote,
  /** "Yes, proceed" adds total_stock to a line that may already hold some, so a cart can exceed the stock. */
  preOrderMayExceedStock: true,
  /** "Change" on an address opens search mode and saves a new address; the old one stays. */
  changeAddsAnAddress: true,
  /** Registration throws its token away: the shopper logs in afterwards. */
  registrationKeepsNoToken: true,
  /** A 200 answer counts as an accepted order whatever its `success` says. */
  anyOkAnswerIsSuccess: true,
} as const
