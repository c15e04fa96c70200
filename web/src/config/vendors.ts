/** A vendor's script, and the Content-Security-Policy sources that it needs in addition to its origin. */
type Vendor = {
  /** Host names that serve the script. */
  hostname: RegExp
  sources: Readonly<Record<string, readonly string[]>>
  needsInlineStyles?: true
}

const FLUTTERWAVE = ['flutterwave.com', 'f4b-flutterwave.com', 'myflutterwave.com', 'ravepay.co'].map(
  (name) => `https://*.${name}`,
)
const TAWK = 'https://*.tawk.to'

const flutterwave: Vendor = {
  hostname: /(^|\.)flutterwave\.com$/,
  sources: {
    'script-src': FLUTTERWAVE,
    'connect-src': FLUTTERWAVE,
    'frame-src': FLUTTERWAVE,
    'form-action': FLUTTERWAVE,
  },
}

/** Known vendors. The policy allows their sources, and their scripts may load scripts only from these. */
const VENDORS: readonly Vendor[] = [
  flutterwave,
  {
    hostname: /(^|\.)tawk\.to$/,
    sources: {
      // The widget loads two emoji files. Allowing the whole CDN would allow any npm package.
      'script-src': [TAWK, 'https://cdn.jsdelivr.net/emojione/2.2.7/lib/js/emojione.min.js'],
      'style-src': [
        TAWK,
        'https://cdn.jsdelivr.net/emojione/2.2.7/assets/css/emojione.min.css',
        'https://fonts.googleapis.com',
      ],
      'font-src': [TAWK, 'https://fonts.gstatic.com'],
      'connect-src': [TAWK, 'wss://*.tawk.to'],
      'frame-src': [TAWK],
      'media-src': [TAWK],
      'form-action': [TAWK],
    },
    needsInlineStyles: true,
  },
]

/** Returns the vendor of a script's URL; undefined for the shop's scripts and unknown vendors. */
export function vendorOf(url: string): Vendor | undefined {
  const hostname = /^(?:https?:)?\/\/([^/?#:]+)/.exec(url)?.[1]
  return hostname === undefined ? undefined : VENDORS.find((vendor) => vendor.hostname.test(hostname))
}

/**
 * The public keys of payment vendors. Keys in which the first group of the format matches take no money. Not part of
 * the vendor's entry, because shoppers need only that. Source: Flutterwave's documentation of keys.
 */
const PUBLIC_KEYS = [{ vendor: flutterwave, format: /^FLWPUBK(_TEST)?-\w+-X$/, example: 'FLWPUBK-…-X' }]

/** Returns the public keys of a payment script's vendor; undefined if it is unknown. */
export const publicKeysOf = (url: string) => PUBLIC_KEYS.find(({ vendor }) => vendor === vendorOf(url))
