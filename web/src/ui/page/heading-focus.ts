/**
 * After a change of page the new page's heading takes the focus, so that screen readers announce it. The
 * heading may come later than the change (its page or its data is still on the way): then it asks here.
 */
let awaited = false

export function requestHeadingFocus(): void {
  awaited = true
}

/** Gives the focus to a page's heading, unless the shopper is typing in a field. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!document.activeElement?.matches('input, textarea')) heading?.focus({ preventScroll: true })
}

/** True once after a change of page. */
export function takeHeadingFocusRequest(): boolean {
  const claimed = awaited
  awaited = false
  return claimed
}
