import { useEffect, useRef } from 'react'

/** The id of the live region in the layout. It exists from the start, so that the first text is announced, too. */
export const ANNOUNCER_ID = 'announcer'

/**
 * Says a text to screen readers without showing it. Use it for changes away from the focus. A toast, a focused control and
 * its description are announced by themselves.
 */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCER_ID)
  // The same text again is a change only with a different character at its end.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text
}

/** Announces a text when it changes. The initial text is not announced, and '' never is. */
export function useAnnouncement(text: string): void {
  const last = useRef(text)
  useEffect(() => {
    if (text === last.current) return
    last.current = text
    if (text !== '') announce(text)
  }, [text])
}
