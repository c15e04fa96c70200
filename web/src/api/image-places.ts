import { hostTraits, isStorageFirst } from './host-traits.ts'

/** The number of images in a row that must be found in the second place. */
const NEEDED = 3

let foundSecond = 0

/**
 * Learns from an image that has loaded. Each wrong place costs a refused request, which some hosts answer with a page.
 * @param place 0 if it loaded from the first place that was requested, 1 if from the second
 */
export function learnPlace(place: number): void {
  foundSecond = place === 0 ? 0 : foundSecond + 1
  if (foundSecond < NEEDED) return
  foundSecond = 0
  hostTraits.set({ storedImagesAt: isStorageFirst() ? 0 : Date.now() })
}
