import { vendorOf } from '../config/vendors.ts'
import { allowScript, trustedTypes, trustVendor } from './trusted-types.ts'

/**
 * Loads the script of a payment or chat vendor.
 * @param url absolute or on the page's origin; the page's policy must allow it
 * @returns whether it ran. A script that failed is removed, so that the next call tries again.
 */
export async function loadVendorScript(url: string): Promise<boolean> {
  if (trustedTypes && new URL(url, window.location.href).origin !== window.location.origin) {
    // Not a static import, because its chunk contains parts of the product page.
    const sanitiser = import('./sanitiser.ts').then(({ loadSanitiser }) => loadSanitiser())
    const sanitise = await sanitiser.catch(() => null)
    if (sanitise === null) return false
    trustVendor({ sanitise: (html) => sanitise(html).innerHTML, isScript: scriptsOf(url) })
  }
  return new Promise((done) => {
    const script = document.createElement('script')
    script.src = allowScript(url)
    script.async = true
    script.onload = () => done(true)
    script.onerror = () => {
      script.remove()
      done(false)
    }
    document.head.append(script)
  })
}

/** @returns a function that returns whether a script's URL belongs to the vendor of the script at `loader` */
export function scriptsOf(loader: string): (url: string) => boolean {
  const { origin, host } = new URL(loader, window.location.href)
  const sources = [origin, ...(vendorOf(`//${host}`)?.sources['script-src'] ?? [])].map(sourcePattern)
  return (url) => {
    const { href } = new URL(url, window.location.href)
    return sources.some((source) => source.test(href))
  }
}

/** Converts a Content-Security-Policy source to a pattern: `https://*.tawk.to` matches any path on any subdomain. */
function sourcePattern(source: string): RegExp {
  const escaped = source.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '[\\w.-]+')
  return new RegExp(`^${escaped}${/^\w+:\/\/[^/]+$/.test(source) ? '/' : '(?:[?#]|$)'}`)
}
