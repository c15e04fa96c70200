/** Where the API and the pictures are; '' is the page's own origin. */
export const apiHost: string = (import.meta.env.VITE_API_HOST ?? '').replace(/\/+$/, '')

/** Puts a text of the answer into the page, as text. */
export function setText(root: ParentNode, selector: string, text: string): void {
  const element = root.querySelector(selector)
  if (element) element.textContent = text
}

/** Gives a picture its first address, and the second where the first has none. */
export function setPicture(picture: HTMLImageElement, [first, second]: readonly [string, string]): void {
  picture.addEventListener(
    'error',
    (event) => {
      // The second try is still the same picture: those who wait for it go on waiting.
      event.stopImmediatePropagation()
      picture.src = second
    },
    { once: true },
  )
  picture.src = first
}
