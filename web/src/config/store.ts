/**
 * The shop's own facts: its name, how to reach it, where it is. The one place to change them.
 * Every address and number here is on a reserved example domain or a sample number.
 */
export const store = {
  name: 'Kitabo',
  tagline: 'Books and school supplies, Kampala',
  phones: ['+256 700 000 001', '+256 700 000 002'],
  /** Digits only, with the country code: what wa.me links take. */
  whatsapp: '256700000001',
  email: 'hello@kitabo.example',
  /** How people name the place the shop is in. */
  location: 'our shop, Kampala',
  /** Degrees. Distances are measured from here. */
  origin: { lat: 0.3198, lng: 32.5919 },
  /**
   * Shillings, as the product page says it before anything is asked of the host; what is charged is the rate of the
   * host's settings.
   */
  deliveryPerKm: 1_500,
  deliveryTime: 'Same day to 1–2 business days',
  /** An empty bar above the header that the shopper can close. */
  promotionBar: false as boolean,
  links: {
    orderTracking: 'https://www.kitabo.example/order-tracking',
    contact: 'https://www.kitabo.example/contact',
    faq: 'https://www.kitabo.example/faq',
    branches: 'https://www.kitabo.example/branches',
    social: {
      facebook: 'https://social.example/kitabo',
      instagram: 'https://photos.example/kitabo',
      x: 'https://micro.example/kitabo',
    },
    playStore: 'https://play.example/kitabo',
    appStore: 'https://apps.example/kitabo',
  },
} as const
