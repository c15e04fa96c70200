/**
 * The shop's name, contacts and location. All domains and numbers are examples.
 */
export const store = {
  name: 'Kitabo',
  tagline: 'Books and school supplies, Kampala',
  phones: ['+256 700 000 001', '+256 700 000 002'],
  /** Digits with the country code, as wa.me links require. */
  whatsapp: '256700000001',
  email: 'hello@kitabo.example',
  /** The shop's town. */
  location: 'our shop, Kampala',
  /** Opening hours, phrased to follow a comma. */
  hours: 'Monday to Saturday from 8:00 to 18:00',
  /** Degrees. Distances are measured from here. */
  origin: { lat: 0.3198, lng: 32.5919 },
  /**
   * Shillings per kilometre, shown on product pages before the host's settings are loaded; those determine the charged fee.
   */
  deliveryPerKm: 1_500,
  deliveryTime: 'same day or within 1–2 business days',
  /** Shows an empty bar above the header that shoppers can close. */
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
 * Destinations of menu entries that have no page by default (docs/entries.md): '' for none, a path such as
 * `/school-lists`, or a URL such as `https://…`, `mailto:…` or `tel:…`.
 */
export type Destinations = {
  /** School Packages in the menu and the footer: for example `/school-lists`, the published lists. */
  schoolPackages: string
  /** Gift Voucher in the menu and the footer: `/gift-card`. */
  giftVoucher: string
  /** Order Tracking in the top bar, by default on the store's website: for example `/my-account?tab=orders`. */
  orderTracking: string
  /** The three links of the footer that lead to the top of the shop. */
  inside: string
  career: string
  brands: string
  /** The two icons of the header with a badge of 0. */
  compare: string
  notifications: string
  /** View More of a banner without a category: for example `/shop`. */
  banner: string
  /** What the search box next to the product list does: 'search' behaves like the header's search. */
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
