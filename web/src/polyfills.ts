/**
 * Functions that the shop and its libraries call and that some supported browsers lack.
 * `scripts/checks/browser-features.ts` finds others.
 */
function at<T>(this: ArrayLike<T>, index: number): T | undefined {
  const position = Math.trunc(index) || 0
  return this[position < 0 ? this.length + position : position]
}

const { hasOwnProperty: isOwn } = Object.prototype

function hasOwn(object: object, key: PropertyKey): boolean {
  // Not Object.prototype.hasOwnProperty.call, which the linter repositions with Object.hasOwn.
  return isOwn.call(object, key)
}

function throwIfAborted(this: AbortSignal): void {
  // Newer: a signal without `reason` throws the same error as one that was aborted without a reason.
  if (this.aborted) throw this.reason ?? new DOMException('The operation was aborted.', 'AbortError')
}

const MISSING: [owner: object, functions: object][] = [
  [Object, { hasOwn }],
  [Array.prototype, { at }],
  [String.prototype, { at }],
  [AbortSignal.prototype, { throwIfAborted }],
]

/** Defines the missing functions. They are not enumerable, like the browser's own. */
export function addMissingFeatures(): void {
  for (const [owner, functions] of MISSING)
    for (const [name, value] of Object.entries(functions))
      if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}
