import { BUILDS, type ProviderBuild } from 'contracts/endpoint'

/** Whether a build is `first` or a later one. @param first a build; an unknown one counts as later than all */
export function isSince(build: ProviderBuild, first: string): boolean {
  return BUILDS.slice(0, BUILDS.indexOf(build) + 1).some((each) => each === first)
}
