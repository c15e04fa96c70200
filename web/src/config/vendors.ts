/** What a provider's script needs besides its own origin, as sources of Content-Security-Policy directives. */
export type Vendor = {
  /** The hosts that the script is loaded from. */
  host: RegExp
  sources: Readonly<Record<string, readonly string[]>>
  needsInlineStyles?: true
}

const FLUTTERWAVE = ['flutterwave.com', 'f4b-flutterwave.com', 'myflutterwave.com', 'ravepay.co'].map(
  (name) => `https://*.${name}`,
)
const TAWK = 'https://*.tawk.to'

/** One table for the build, which writes the policy, and for the browser, which trusts no other script. */
export const VENDORS: readonly Vendor[] = [
  {
    host: /(^|\.)flutterwave\.com$/,
    sources: {
      'script-src': FLUTTERWAVE,
      'connect-src': FLUTTERWAVE,
      'frame-src': FLUTTERWAVE,
      'form-action': FLUTTERWAVE,
    },
  },
  {
    host: /(^|\.)tawk\.to$/,
    sources: {
      // The widget draws emoji with one public file. The whole CDN would let any package of npm run here.
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

/** The vendor of a script's URL, or undefined for the shop's own scripts and unknown hosts. */
export function vendorOf(url: string): Vendor | undefined {
  const host = /^(?:https?:)?\/\/([^/?#:]+)/.exec(url)?.[1]
  return host === undefined ? undefined : VENDORS.find((vendor) => vendor.host.test(host))
}
