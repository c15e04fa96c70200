/**
 * A browser, independent of its engine and driver. Elements are selected by XPath, which every driver supports. `tap`
 * and `type` wait until the element can be used.
 */
export type Engine = {
  name: string
  version: string
  open: (url: string) => Promise<void>
  /** Evaluates an expression in the page, without awaiting promises. */
  read: <Value>(expression: string) => Promise<Value>
  tap: (xpath: string) => Promise<void>
  type: (xpath: string, text: string) => Promise<void>
  /** Calls `act` with a frame as the context for all other methods. */
  inFrame: (xpath: string, act: () => Promise<void>) => Promise<void>
  /** Null if the driver cannot emulate being offline. The scenario then stops the host instead. */
  setOffline: ((isOffline: boolean) => Promise<void>) | null
  /** Returns the uncaught errors since the last call. */
  takeErrors: () => Promise<string[]>
  saveScreenshot: (file: `${string}.png`) => Promise<void>
  stop: () => Promise<void>
}

const POLL_MS = 100
/**
 * Time limit for an action on an element, in milliseconds. The app may be replacing the element, or a toast may cover it.
 */
const ACTION_TIMEOUT_MS = 8000
/** Time for which an element must not move before a tap, in milliseconds. */
const STABLE_MS = 250

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

/**
 * Waits until an expression is true in the page.
 * @param what description of the expected state, for the error message
 * @throws Error on timeout
 */
export async function waitUntil(
  engine: Engine,
  expression: string,
  what: string,
  timeout = 15_000,
): Promise<void> {
  const end = Date.now() + timeout
  let last: unknown
  while (Date.now() < end) {
    // Reading fails while the browser navigates to a different page.
    const isTrue = await engine.read<boolean>(`Boolean(${expression})`).catch((error: unknown) => {
      last = error
      return false
    })
    if (isTrue) return
    await pause(POLL_MS)
  }
  const reason = last instanceof Error ? `: ${last.message.split('\n')[0]}` : ''
  throw new Error(`${what} did not appear within ${timeout / 1000} s${reason}`)
}

/** Returns an expression for an element. */
const find = (xpath: string) =>
  `document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue`

/** Returns an expression that is true if an element is visible. */
export function isDrawn(xpath: string): string {
  return `((node) => node !== null && node.getClientRects().length > 0)(${find(xpath)})`
}

/** Waits until an element is visible. */
export function waitFor(engine: Engine, xpath: string, timeout?: number): Promise<void> {
  return waitUntil(engine, isDrawn(xpath), xpath, timeout)
}

/** Waits until an element is visible and no longer moves, scrolls it into view, and calls `act`. */
export async function actOn(engine: Engine, xpath: string, act: () => Promise<void>): Promise<void> {
  const end = Date.now() + ACTION_TIMEOUT_MS
  const readPosition = () =>
    engine.read<string>(
      `((node) => { node.scrollIntoView({ block: 'center', behavior: 'instant' }); return JSON.stringify(node.getBoundingClientRect()) })(${find(xpath)})`,
    )
  for (;;) {
    await waitFor(engine, xpath)
    try {
      const before = await readPosition()
      await pause(STABLE_MS)
      if ((await readPosition()) !== before) throw new Error(`${xpath} does not stop moving`)
      return await act()
    } catch (error) {
      if (Date.now() > end) throw error
      await pause(POLL_MS)
    }
  }
}
