/** Build-time settings as they come: text, or nothing. */
export type EnvValues = Readonly<Record<string, unknown>>

/**
 * Reads the settings of a build. The build itself calls it too, so that a wrong value ends the build and not the shop.
 * @param isDevelopment answers are always checked against their contracts then
 * Throws an Error whose message is one sentence that names the setting.
 */
export function readEnv(values: EnvValues, isDevelopment: boolean) {
  const known = new Set<string>()
  const text = (name: string, fallback: string): string => {
    known.add(name)
    const value = values[name]
    return typeof value === 'string' && value !== '' ? value : fallback
  }
  /** Scheme, host and port without a trailing slash, or '' for the page's own origin. */
  const host = (name: string): string => {
    const value = text(name, '').replace(/\/+$/, '')
    if (value !== '' && !/^https?:\/\/[^/\s]+$/.test(value)) {
      throw new Error(`${name} must be an origin like https://api.example.com, found "${value}".`)
    }
    return value
  }
  const onOff = (name: string, fallback = 'off'): boolean => {
    const value = text(name, fallback)
    if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off, found "${value}".`)
    return value === 'on'
  }
  /** A positive whole number, or null where the build names none. */
  const id = (name: string): number | null => {
    const value = text(name, '')
    if (value !== '' && !/^[1-9]\d{0,14}$/.test(value)) {
      throw new Error(`${name} must be a positive whole number, found "${value}".`)
    }
    return value === '' ? null : Number(value)
  }
  /** An address, or a path on the page's own origin; '' for none. */
  const address = (name: string): string => {
    const value = text(name, '')
    if (
      !/^(https?:\/\/[^/\s]+|\/(?!\/))?\S*$/.test(value) ||
      (value !== '' && !/^(https?:|\/)/.test(value))
    ) {
      throw new Error(`${name} must be an address or a path like /reports, found "${value}".`)
    }
    return value
  }
  const percentage = (name: string, fallback: number): number => {
    const value = text(name, String(fallback))
    const read = Number(value)
    if (!/^\d+(\.\d+)?$/.test(value) || read > 100)
      throw new Error(`${name} must be a percentage from 0 to 100, found "${value}".`)
    return read
  }
  const settings = {
    /** The provider's host. */
    apiHost: host('VITE_API_HOST'),
    /** The provider's admin host: a last place for the pictures of an invoice. */
    adminHost: host('VITE_ADMIN_HOST'),
    /**
     * How a host or CDN is asked for a picture of a width, with {url} or {encoded-url} and {width}: the emulator takes
     * {url}?w={width}. Empty asks for each picture as it is.
     */
    pictureWidths: text('VITE_PICTURE_WIDTHS', ''),
    paymentScript: text('VITE_PAYMENT_SCRIPT', '/v3.js'),
    paymentPublicKey: text('VITE_PAYMENT_PUBLIC_KEY', 'FLWPUBK_TEST-kitabo-X'),
    /** What orders name as payment_method. */
    paymentMethod: text('VITE_PAYMENT_METHOD', 'flutterwave'),
    /** A Leaflet tile template. */
    mapTiles: text('VITE_MAP_TILES', '/__emulator/maps/tiles/{z}/{x}/{y}.svg'),
    mapAttribution: text('VITE_MAP_ATTRIBUTION', 'Schematic map by Kitabo'),
    /**
     * A place search with answers like Photon's, as a template with {query}: the emulator's gazetteer. In production
     * for example https://photon.komoot.io/api/?q={query}&lat=0.3476&lon=32.5825&limit=8&lang=en, whose data wants
     * the attribution "Search by Photon, © OpenStreetMap contributors".
     */
    places: text('VITE_PLACES', '/__emulator/maps/places?q={query}&lat=0.3476&lon=32.5825&limit=8'),
    /** Shown below the offered places; empty shows none. */
    placesAttribution: text('VITE_PLACES_ATTRIBUTION', ''),
    /** Where usage events of the payment script are posted; empty posts none. */
    usageEvents: text('VITE_USAGE_EVENTS', ''),
    /** The live chat's loader; '' turns the chat off. */
    chatScript: text('VITE_CHAT_SCRIPT', '/__emulator/chat/kitabo/shop').replace(/^off$/, ''),
    /** What a pickup sends as its delivery_address_id: some builds of the host refuse an order without one. */
    pickupAddressId: id('VITE_PICKUP_ADDRESS_ID'),
    sendDeliveryNote: onOff('VITE_SEND_DELIVERY_NOTE'),
    /** Adds transaction_reference to an order: without one the host's admin cannot deliver what was paid digitally. */
    sendPaymentReference: onOff('VITE_SEND_PAYMENT_REFERENCE'),
    /** Whether the shop keeps itself and what was seen for a time without a network. Never in development. */
    offline: onOff('VITE_OFFLINE', 'on') && !isDevelopment,
    /** A cart or wishlist as a list that is passed on by its link. */
    schoolLists: onOff('VITE_SCHOOL_LISTS', 'on'),
    /** A proforma invoice for a cart or list. */
    quotations: onOff('VITE_QUOTATIONS', 'on'),
    /** A cart as a message to the shop's WhatsApp number. */
    orderByChat: onOff('VITE_ORDER_BY_CHAT', 'on'),
    /** Lists in another order, or a part of them: by price, name, stock, class. */
    sortAndFilter: onOff('VITE_SORT_AND_FILTER', 'on'),
    /** A product's options (colour, size) as choices, which go with its cart line. */
    productChoices: onOff('VITE_PRODUCT_CHOICES', 'on'),
    /** What delivery costs, how long it takes and who wrote it, below a product's price. */
    productFacts: onOff('VITE_PRODUCT_FACTS', 'on'),
    /** On phones: Add to Cart stays in reach, View cart in the message of it, whole names in lists. */
    buyBar: onOff('VITE_BUY_BAR', 'on'),
    /** The stages of an order, buying it again, and its receipt to share. */
    orderProgress: onOff('VITE_ORDER_PROGRESS', 'on'),
    /** The data saver's switch, and what a visit has cost. `lib/data-saver.ts` reads it too. */
    dataSaver: onOff('VITE_DATA_SAVER', 'on'),
    /** Beside the host's search: an index in the browser over what the shop has loaded. */
    searchIndex: onOff('VITE_SEARCH_INDEX', 'on'),
    /** The camera reads a book's barcode for the search. */
    barcode: onOff('VITE_BARCODE', 'on'),
    /** Where browsers report what the Content-Security-Policy has blocked; empty reports nowhere. */
    policyReports: text('VITE_POLICY_REPORTS', ''),
    /** Where a share of browsers posts which answers broke their contract; '' builds the shop without it. */
    driftReports: address('VITE_DRIFT_REPORTS'),
    /** Browsers that do, in per cent. */
    driftReportsShare: percentage('VITE_DRIFT_REPORTS_SHARE', 1),
    /** The name of this build in those reports. */
    build: text('VITE_BUILD', 'unnamed'),
    /** Checks every answer against its contract and warns on the console once per endpoint. Always on in development. */
    checkAnswers: onOff('VITE_CHECK_ANSWERS') || isDevelopment,
  } as const
  const unknown = Object.keys(values).find((name) => name.startsWith('VITE_') && !known.has(name))
  if (unknown) throw new Error(`${unknown} is not a setting of the shop; docs/deployment.md lists them.`)
  return settings
}

export type Settings = ReturnType<typeof readEnv>
