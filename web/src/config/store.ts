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
  /** When it is open, as it follows a comma. */
  hours: 'Monday to Saturday from 8:00 to 18:00',
  /** Degrees. Distances are measured from here. */
  origin: { lat: 0.3198, lng: 32.5919 },
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
