/** The gift card page is a mock without a server: these are all its facts. */
export const giftCard = {
  /** Shillings. */
  presets: [100_000, 200_000, 300_000, 500_000, 1_000_000],
  /** The one code that redeems, and what it is worth in shillings. */
  code: 'KITABO-GIFT-50',
  redeemValue: 50,
} as const
