/** The builds of the host that the emulator can imitate. */
export const BUILDS = ['7.1', '7.7'] as const
export type ProviderBuild = (typeof BUILDS)[number]

/** Whether a build is `first` or a later one. @param first a build; an unknown one counts as later than all */
export function isSince(build: ProviderBuild, first: string): boolean {
  return BUILDS.slice(0, BUILDS.indexOf(build) + 1).some((each) => each === first)
}
