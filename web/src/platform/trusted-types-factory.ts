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
