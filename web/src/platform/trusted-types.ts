import { trustedTypes } from './trusted-types-factory.ts'

/**
 * The policy of the page lets no text become HTML, a script or a script's URL (`require-trusted-types-for 'script'`),
 * except the exact texts that are allowed here.
 */
const allowedTexts = new Set<string>()
const allowedScripts = new Set<string>()

/** What scripts of a provider may do. They may not know Trusted Types. */
type VendorRules = { sanitise: (html: string) => string; isScript: (url: string) => boolean }
const vendors: VendorRules[] = []

// A module that is loaded again in development finds the policy of its first load.
if (trustedTypes && !trustedTypes.defaultPolicy)
  trustedTypes.createPolicy('default', {
    createHTML: (html) => (allowedTexts.has(html) ? html : (vendors[0]?.sanitise(html) ?? null)),
    createScript: (text) => (allowedTexts.has(text) ? text : null),
    createScriptURL: (url) =>
      allowedScripts.has(url) || vendors.some(({ isScript }) => isScript(url)) ? url : null,
  })

/** Allows exactly this text as HTML or as the content of a script element. Only for texts of the shop. @returns the text */
export function allowText(text: string): string {
  allowedTexts.add(text)
  return text
}

/** Allows exactly this URL as a script's. Only for URLs of the shop and its settings. @returns the URL */
export function allowScript(url: string): string {
  allowedScripts.add(url)
  return url
}

/** From now on, HTML that is not allowed as it is becomes sanitised HTML, and the provider's script URLs are allowed. */
export function trustVendor(rules: VendorRules): void {
  vendors.push(rules)
}
