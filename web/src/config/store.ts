/** Days within which an item may be returned. */
export const RETURN_DAYS = 14
/** Delivery time, used on all pages. Completes the sentence "We deliver …". */
export const deliveryTime = 'the same day or within 1–2 business days'
/** The delivery time as a complete sentence, without a full stop. */
export const deliveryTimeNotice = 'Same day to 1–2 business days delivery'
/** The host's category of books. */
export const BOOKS_CATEGORY_ID = 3

/**
 * The brand: the shop's name, contacts, location and promises (docs/another-brand.md). All domains and numbers are
 * examples.
 */
export const store = {
  /** Up to about 20 characters. */
  name: 'Kitabo',
  tagline: 'Books and school supplies, Kampala',
  town: 'Kampala',
  /** Describes pages without their own description to search engines. */
  description:
    'Textbooks, stories, school supplies and more, delivered in Kampala and beyond. Prices in UGX.',
  /** One or more. The first is shown where there is space for one. */
  phones: ['+256 700 000 001', '+256 700 000 002'] as [string, ...string[]],
  /** Digits with the country code, as wa.me links require. */
  whatsapp: '256700000001',
  email: 'hello@kitabo.example',
  /** Stands for the address within sentences, and until the host's settings have loaded. */
  location: 'our shop, Kampala',
  /** The postal address, also in the emulator's settings. A real host has its own. */
  address: 'Plot 14, Yusuf Lule Road, Kampala',
  /** Opening hours, phrased to follow a comma. */
  hours: 'Monday to Saturday from 8:00 to 18:00',
  /** Degrees. Distances are measured from here. */
  origin: { lat: 0.3198, lng: 32.5919 },
  /** The map's centre without a pin, in degrees: the middle of the town, near which places are searched. */
  mapCentre: { lat: 0.3476, lng: 32.5825 },
  /** The advertised shillings per kilometre. Fees use the host's rate, so both must be the same. */
  deliveryPerKm: 1_500,
  /** Shows an empty bar above the header that shoppers can close. */
  promotionBar: false,
  /** URLs. '' is none: the shop then shows neither its link nor an empty list. */
  links: {
    /** Pages of the store's own website, above the header and in the menu of phones. */
    orderTracking: 'https://www.kitabo.example/order-tracking',
    contact: 'https://www.kitabo.example/contact',
    faq: 'https://www.kitabo.example/faq',
    branches: 'https://www.kitabo.example/branches',
    /** In the header and the footer. */
    social: {
      facebook: 'https://social.example/kitabo',
      instagram: 'https://photos.example/kitabo',
      x: 'https://micro.example/kitabo',
    },
    /** The store's app, in the footer. */
    playStore: 'https://play.example/kitabo',
    appStore: 'https://apps.example/kitabo',
  },
}
