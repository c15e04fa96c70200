import { env } from './env.ts'

/** Surprising rules of the shop. Each has a name, so that it can be changed in one place. */
export const quirks = {
  /** The required delivery note is not sent: order_note stays "". A setting enables it. */
  sendDeliveryNote: env.sendDeliveryNote,
} as const
