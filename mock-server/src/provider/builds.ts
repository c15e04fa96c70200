/** The builds of the host that the emulator can imitate. */
export const BUILDS = ['7.1', '7.7'] as const
export type ProviderBuild = (typeof BUILDS)[number]
