/** The builds of the host that the emulator can imitate. */
export const PROFILES = ['7.1', '7.7'] as const
export type HostProfile = (typeof PROFILES)[number]
