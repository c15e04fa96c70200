import { useEffect } from 'react'

/** The id of the live region in the layout. It exists from the start, so that the first text is announced, too. */
export const ANNOUNCER_ID = 'announcer'

/** The time for which an announced text stays, in milliseconds. The same text is not announced twice in this time. */
const STAYS_MS = 5000

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Says a text to screen readers without showing it. Use it for changes away from the focus. A toast, a focused control
 * and its description are announced by themselves.
 */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID)
  if (!region || region.textContent === text) return
  region.textContent = text
  clearTimeout(timer)
  timer = setTimeout(() => {
    region.textContent = ''
  }, STAYS_MS)
}

/** Announces a text when it appears and when it changes, unless it is ''. */
export function useAnnouncement(text: string): void {
  useEffect(() => {
    if (text !== '') announce(text)
  }, [text])
}
