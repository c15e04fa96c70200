/** The builds of the host that the emulator can imitate. A separate file, because settings are read before packages are installed. */
export const PROFILES = ['7.1', '7.4'] as const
export type HostProfile = (typeof PROFILES)[number]
