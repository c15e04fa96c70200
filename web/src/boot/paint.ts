import { pictureSrcSet } from '../api/image-widths.ts'
import { isDataSaverOn } from '../platform/data-saver.ts'

/** Where the API and the pictures are; '' is the page's own origin. */
export const apiHost: string = (import.meta.env.VITE_API_HOST ?? '').replace(/\/+$/, '')
const pictureWidths: string = import.meta.env.VITE_PICTURE_WIDTHS ?? ''

/** Puts a text of the answer into the page, as text. */
export function setText(root: ParentNode, selector: string, text: string): void {
  const element = root.querySelector(selector)
  if (element) element.textContent = text
}

/** Gives a picture its first address, and the second where the first has none; none at all with the data saver on. */
export function setPicture(picture: HTMLImageElement, [first, second]: readonly [string, string]): void {
  if (isDataSaverOn()) {
    picture.removeAttribute('src')
    return
  }
  picture.addEventListener(
    'error',
    (event) => {
      // The second try is still the same picture: those who wait for it go on waiting.
      event.stopImmediatePropagation()
      setAddress(picture, second)
    },
    { once: true },
  )
  setAddress(picture, first)
}

/** Gives a picture its address, and the widths in which the host has it. */
export function setAddress(picture: HTMLImageElement, url: string): void {
  const srcset = pictureSrcSet(pictureWidths, url)
  if (srcset !== undefined) picture.srcset = srcset
  picture.src = url
}
