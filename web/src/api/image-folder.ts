import { hostTraits, isStorageFolderFirst } from './host-traits.ts'

/** The number of images in a row that must be found in the second folder that was tried. */
const NEEDED = 3

let foundSecond = 0

/**
 * Learns the folder of images from one that has loaded, because each attempt in a wrong folder costs a refused request.
 * @param attempt 0 if it loaded from the first folder that was tried, 1 if from the second
 */
export function learnImageFolder(attempt: number): void {
  foundSecond = attempt === 0 ? 0 : foundSecond + 1
  if (foundSecond < NEEDED) return
  foundSecond = 0
  hostTraits.set({ storedImagesAt: isStorageFolderFirst() ? 0 : Date.now() })
}
