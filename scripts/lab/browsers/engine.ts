/**
 * A browser that the walks drive, whatever its engine and its driver. Elements are named by XPath, which every driver
 * knows; expressions are evaluated in the page. `press` and `type` wait until the element can be used.
 */
export type Engine = {
  name: string
  version: string
  open: (url: string) => Promise<void>
  /** The value of an expression in the page; a promise is not waited for. */
  read: <Value>(expression: string) => Promise<Value>
  tap: (xpath: string) => Promise<void>
  type: (xpath: string, text: string) => Promise<void>
  /** Acts inside of a frame. */
  inFrame: (xpath: string, act: () => Promise<void>) => Promise<void>
  /** Null where the driver cannot take the network away: the walk then stops the host instead. */
  setOffline: ((isOffline: boolean) => Promise<void>) | null
  /** Errors that nothing caught since the last look. */
  takeErrors: () => Promise<string[]>
  saveScreenshot: (file: `${string}.png`) => Promise<void>
  stop: () => Promise<void>
}

const LOOK_EVERY_MS = 100
/** How long an element is tried that is replaced, as the app draws over the first page, or lies under a message. */
const USED_WITHIN_MS = 8000
/** How long an element has to keep its place before it is pressed. */
const STILL_FOR_MS = 250

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

/** Waits until an expression is true in the page. @throws Error that says what did not come */
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

/** An element, as an expression. */
const find = (xpath: string) =>
  `document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue`

/** Whether an element is drawn, as an expression. */
export function isDrawn(xpath: string): string {
  return `((node) => node !== null && node.getClientRects().length > 0)(${find(xpath)})`
}

/** Waits until an element is drawn. */
export function waitFor(engine: Engine, xpath: string, timeout?: number): Promise<void> {
  return waitUntil(engine, isDrawn(xpath), xpath, timeout)
}

/** Waits until an element is drawn, scrolls it into view, waits until it moves no more, and acts on it. */
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
