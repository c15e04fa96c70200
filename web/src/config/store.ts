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

/**
 * Where each entry leads that leads nowhere by default; docs/entries.md describes them. '' is the default. Else a path
 * of the shop such as `/school-lists`, or an address such as `https://…`, `mailto:…` or `tel:…`.
 */
export type Destinations = {
  /** School Packages in the menu and the footer: `/school-lists` are the lists that the shop publishes as a file. */
  schoolPackages: string
  /** Gift Voucher in the menu and the footer: `/gift-card`. */
  giftVoucher: string
  /** Order Tracking in the top bar, instead of the page of the store's website: `/my-account?tab=orders`. */
  orderTracking: string
  /** The three links of the footer that lead to the top of the shop. */
  inside: string
  career: string
  brands: string
  /** The two icons of the header with a badge of 0. */
  compare: string
  notifications: string
  /** View More of a banner whose category the host does not name: `/shop`. */
  banner: string
  /** The search box beside the shop's products: 'search' searches as the one in the header does. */
  shopSearch: '' | 'search'
  /** What Send Message of the contact form prepares: a message in WhatsApp, or an e-mail. */
  contactForm: '' | 'whatsapp' | 'email'
}

export const destinations: Destinations = {
  schoolPackages: '',
  giftVoucher: '',
  orderTracking: '',
  inside: '',
  career: '',
  brands: '',
  compare: '',
  notifications: '',
  banner: '',
  shopSearch: '',
  contactForm: '',
}
