/**
 * After a change of page the new page's heading takes the focus, so that readers hear where they are. The
 * heading may come later than the change (its page or its data is still on the way): then it asks here.
 */
let awaited = false

export function awaitHeading(): void {
  awaited = true
}

/** True once after a change of page. */
export function claimArrival(): boolean {
  const claimed = awaited
  awaited = false
  return claimed
}
