/** Lifetime of a cached response in milliseconds. */
export const CACHE_LIFETIME_MS = 3_600_000

/** Constants of the shop, each with its unit. */
export const limits = {
  shopPageSize: 18,
  categoryPageSize: 14,
  similarPageSize: 5,
  subcategoryTiles: 12,
  /** For sorted or filtered lists: maximum numbers of products and of additional pages to request. */
  arrangedProducts: 3_000,
  arrangedPages: 100,
  /** Products in the search index; the oldest are removed first. */
  indexedProducts: 10_000,
  cardItems: 4,
  sectionGroup: 6,
  sectionCards: 4,
  descriptionWords: 70,
  nameLength: 45,
  /** Milliseconds. */
  headerSearchDebounce: 100,
  sidebarSearchDebounce: 500,
  bannerInterval: 10_000,
  retryBaseDelay: 2_000,
  /** How long an unfinished password reset is stored. */
  resetLifetime: 900_000,
  preOrderRedirect: 300,
  passwordRedirect: 1_000,
  scriptRetryDelay: 1_000,
  /** Timeout of an attempt to load a script. */
  scriptTimeout: 10_000,
  /** How long Place Order waits for the current prices, stock, address and rate. */
  readTimeout: 3_000,
  /** How long to wait for the host's response to a paid order. */
  placeTimeout: 45_000,
  /** How long the payment provider may show nothing until the shopper can close its window. */
  paymentPatience: 12_000,
  /** Limits on values from browser storage. */
  cartLines: 500,
  lineQuantity: 100_000,
  cachedCharacters: 2_000_000,
  /** Number of retries after the first attempt. */
  retries: 3,
  scriptTries: 4,
  /** Distance in kilometres above which the fee is flat. */
  flatFeeBeyond: 40,
  /** Highest price at which a product is for sale, in shillings. */
  price: 100_000_000,
  /** Shillings. */
  flatFee: 20_000,
  moneyStep: 100,
  /** Days within which an item may be returned. */
  returnDays: 14,
  registrationPassword: 6,
  resetPassword: 8,
  codeLength: 4,
  /** The specification's fixed rating of every product, on cards and in the wishlist. The host has no ratings. */
  rating: 4.5,
} as const

/** The map's initial centre in degrees, not the shop's position. */
export const defaultMapView = { lat: 0.3476, lng: 32.5825, zoom: 13 } as const

export const BOOKS_CATEGORY_ID = 3
