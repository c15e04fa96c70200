/** The builds of the host that the emulator can behave as. In a file of its own: settings are read before packages are there. */
export const PROFILES = ['7.1', '7.4'] as const
export type Profile = (typeof PROFILES)[number]
