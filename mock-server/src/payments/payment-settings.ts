export type PaymentSettings = {
  /** The receiver's URL; null for the emulator's built-in receiver, which is called in this process. */
  webhookUrl: string | null
  /** Value of the header `verif-hash`. */
  secretHash: string
  /** Delays between retries, in milliseconds. Assumed: the vendor waits half an hour, which is too long for tests. */
  retryAfter: readonly number[]
}

export const DEFAULT_PAYMENTS: PaymentSettings = {
  webhookUrl: null,
  secretHash: 'kitabo-webhook-hash',
  retryAfter: [1000, 2000, 4000],
}
