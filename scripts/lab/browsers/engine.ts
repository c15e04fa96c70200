/**
 * A browser, independent of its engine and driver. Elements are selected by XPath, which every driver
 * supports; expressions are evaluated in the page. `tap` and `type` wait until the element can be used.
 */
export type Engine = {
  name: string
  version: string
  open: (url: string) => Promise<void>
  /** Evaluates an expression in the page; promises are not awaited. */
  read: <Value>(expression: string) => Promise<Value>
  tap: (xpath: string) => Promise<void>
  type: (xpath: string, text: string) => Promise<void>
  /** Acts inside a frame. */
  inFrame: (xpath: string, act: () => Promise<void>) => Promise<void>
  /** Null if the driver cannot emulate offline; the scenario then stops the host instead. */
  setOffline: ((isOffline: boolean) => Promise<void>) | null
  /** Uncaught errors since the last call. */
  takeErrors: () => Promise<string[]>
  saveScreenshot: (file: `${string}.png`) => Promise<void>
  stop: () => Promise<void>
}

const LOOK_EVERY_MS = 100
/** Time limit for an element that is being replaced by the app or is covered by a toast, in milliseconds. */
const USED_WITHIN_MS = 8000
/** Time that an element must stay in place before a tap, in milliseconds. */
const STILL_FOR_MS = 250

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

/** Waits until an expression is true in the page. @throws Error that names what did not appear */
export async function waitUntil(
  engine: Engine,
  expression: string,
  what: string,
  timeout = 15_000,
): Promise<void> {
  const end = Date.now() + timeout
  let last: unknown
  while (Date.now() < end) {
    // A page that is being replaced cannot be read.
    const isSo = await engine.read<boolean>(`Boolean(${expression})`).catch((error: unknown) => {
      last = error
      return false
    })
    if (isSo) return
    await pause(LOOK_EVERY_MS)
  }
  const reason = last instanceof Error ? `: ${last.message.split('\n')[0]}` : ''
  throw new Error(`${what} did not come within ${timeout / 1000} s${reason}`)
}

/** Expression for an element. */
const find = (xpath: string) =>
  `document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue`

/** Expression that is true if an element is visible. */
export function isDrawn(xpath: string): string {
  return `((node) => node !== null && node.getClientRects().length > 0)(${find(xpath)})`
}

/** Waits until an element is visible. */
export function waitFor(engine: Engine, xpath: string, timeout?: number): Promise<void> {
  return waitUntil(engine, isDrawn(xpath), xpath, timeout)
}

/** Waits until an element is visible and at rest, scrolls it into view, and acts on it. */
export async function actOn(engine: Engine, xpath: string, act: () => Promise<void>): Promise<void> {
  const end = Date.now() + USED_WITHIN_MS
  const readPlace = () =>
    engine.read<string>(
      `((node) => { node.scrollIntoView({ block: 'center', behavior: 'instant' }); return JSON.stringify(node.getBoundingClientRect()) })(${find(xpath)})`,
    )
  for (;;) {
    await waitFor(engine, xpath)
    try {
      const before = await readPlace()
      await pause(STILL_FOR_MS)
      if ((await readPlace()) !== before) throw new Error(`${xpath} does not come to rest`)
      return await act()
    } catch (error) {
      if (Date.now() > end) throw error
      await pause(LOOK_EVERY_MS)
    }
  }
}
