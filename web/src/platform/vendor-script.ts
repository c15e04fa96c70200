import { vendorOf } from '../config/vendors.ts'
import { allowScript, trustedTypes, trustVendor } from './trusted-types.ts'

/**
 * Loads the script of a payment or chat provider.
 * @param url absolute or on the page's origin; the page's policy must allow it
 * @returns whether it ran. A script that failed is removed, so that the next call tries again.
 */
export async function loadVendorScript(url: string): Promise<boolean> {
  if (new URL(url, window.location.href).origin !== window.location.origin)
    trustVendor({ sanitise: await loadSanitiser(), isScript: scriptsOf(url) })
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

type Sanitiser = (html: string) => string
type NativeBody = HTMLElement & { setHTML?: (html: string, options: { sanitizer: object }) => void }

/**
 * Returns a function that removes scripts, event handlers and frames from the HTML of providers, with the browser's
 * sanitiser or else DOMPurify. Browsers without Trusted Types do not call it.
 */
async function loadSanitiser(): Promise<Sanitiser> {
  if (!trustedTypes) return (html) => html
  // In an inert document, parsing loads no images and runs no scripts.
  const { body } = document.implementation.createHTMLDocument()
  const native: NativeBody = body
  if (native.setHTML)
    return (html) => {
      native.setHTML?.(html, { sanitizer: {} })
      return body.innerHTML
    }
  const { default: DOMPurify } = await import('dompurify')
  return (html) => DOMPurify.sanitize(html)
}

/** @returns a function that returns whether a script's URL belongs to the provider of the script at `loader` */
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
