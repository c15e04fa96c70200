type Rule = (text: string) => string | null

/** What is used here of the browser's Trusted Types. A value that a policy has passed is still typed as text. */
type TrustedTypesFactory = {
  createPolicy: (
    name: string,
    rules: { createHTML?: Rule; createScript?: Rule; createScriptURL?: Rule },
  ) => { createScriptURL: (url: string) => string }
  defaultPolicy: unknown
}

/** Undefined in a browser without Trusted Types, and where nothing is a browser. */
export const trustedTypes = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
