import { trustedTypes } from './trusted-types-factory.ts'

/**
 * The policy of the page lets no text become HTML, a script or the address of one (`require-trusted-types-for 'script'`),
 * except what is allowed here: texts of the shop's own, letter by letter.
 */
const allowedTexts = new Set<string>()
const allowedScripts = new Set<string>()

/** Scripts of other hosts (payment, chat) may not know Trusted Types: once one is asked for, the page trusts what it writes. */
let hasForeignScript = false

// A module that is loaded again in development finds the policy of its first load.
if (trustedTypes && !trustedTypes.defaultPolicy)
  trustedTypes.createPolicy('default', {
    createHTML: (html) => (hasForeignScript || allowedTexts.has(html) ? html : null),
    createScript: (text) => (hasForeignScript || allowedTexts.has(text) ? text : null),
    createScriptURL: (url) => (hasForeignScript || allowedScripts.has(url) ? url : null),
  })

/** Allows exactly this text to be written as HTML or into a script element. For texts of ours only. @returns the text */
export function allowText(text: string): string {
  allowedTexts.add(text)
  return text
}

/** Allows exactly this address, of a setting or of ours, to be a script's. @returns the address */
export function allowScript(url: string): string {
  allowedScripts.add(url)
  if (new URL(url, window.location.href).origin !== window.location.origin) hasForeignScript = true
  return url
}
