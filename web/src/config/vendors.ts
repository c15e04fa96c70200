/** A vendor's script, and the Content-Security-Policy sources that it needs in addition to its origin. */
type Vendor = {
  /** Host names that serve the script. */
  hostname: RegExp
  sources: Readonly<Record<string, readonly string[]>>
  needsInlineStyles?: true
  /** The public keys of a payment vendor. Keys in which the first group of the format matches take no money. */
  publicKey?: { format: RegExp; example: string }
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
  // Source: Flutterwave's documentation of keys.
  publicKey: { format: /^FLWPUBK(_TEST)?-\w+-X$/, example: 'FLWPUBK-…-X' },
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
