/** Settles once the browser has shown what has changed: the answer to a press must not wait for what comes next. */
export function afterPaint(): Promise<void> {
  return new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))
}
