type Rule = (text: string) => string | null

/** The part of the browser's Trusted Types that the shop uses. Trusted values are typed as strings. */
type TrustedTypesFactory = {
  createPolicy: (
    name: string,
    rules: { createHTML?: Rule; createScript?: Rule; createScriptURL?: Rule },
  ) => { createScriptURL: (url: string) => string }
  defaultPolicy: unknown
}

/** Undefined in browsers without Trusted Types and outside browsers. */
export const trustedTypes = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes

/** The page's policy forbids HTML, scripts and script URLs from strings, except the exact texts allowed here. */
const allowedTexts = new Set<string>()
const allowedScripts = new Set<string>()

/** Rules for a vendor's scripts, which often do not support Trusted Types. */
type VendorRules = { sanitise: (html: string) => string; isScript: (url: string) => boolean }
const vendors: VendorRules[] = []

// Hot reloading in development reuses the existing policy.
if (trustedTypes && !trustedTypes.defaultPolicy)
  trustedTypes.createPolicy('default', {
    createHTML: (html) => (allowedTexts.has(html) ? html : (vendors[0]?.sanitise(html) ?? null)),
    createScript: (text) => (allowedTexts.has(text) ? text : null),
    createScriptURL: (url) =>
      allowedScripts.has(url) || vendors.some(({ isScript }) => isScript(url)) ? url : null,
  })

/** Allows exactly this text as HTML or script content. Use it only for texts of the shop. @returns the text */
export function allowText(text: string): string {
  allowedTexts.add(text)
  return text
}

/** Allows exactly this URL for a script. Use it only for URLs of the shop and its settings. @returns the URL */
export function allowScript(url: string): string {
  allowedScripts.add(url)
  return url
}

/** Sanitises other HTML instead of blocking it, and allows script URLs of the vendor. */
export function trustVendor(rules: VendorRules): void {
  vendors.push(rules)
}
