import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { 'happy-dom': browser } = builtinEnvironments

declare global {
  interface Window {
    /** Removes all event listeners of the window. */
    removeListeners: () => void
  }
}

/**
 * A Vitest environment with the browser's globals and Node's modules, for tests that run the emulator in process. Test
 * files share one window, because React and the test libraries hold references to it. fresh-start.ts resets it for each
 * file.
 */
const environment: Environment = {
  ...browser,
  name: 'shop',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    if (!global.happyDOM) {
      await setUpQuietly(global, options)
      // A navigation would change the shared window's URL for all later files.
      Object.assign(global.happyDOM.settings.navigation, {
        disableMainFrameNavigation: true,
        disableFallbackToSetURL: true,
      })
      supportSearch(global.document)
      ignoreHistoryChanges(global.window)
      trackListeners(global.window)
    }
    return { teardown: () => {} }
  },
}

export default environment

/** Gives the window a console that prints nothing, because happy-dom logs failed requests and scripts not loaded. */
async function setUpQuietly(...[global, options]: Parameters<Environment['setup']>): Promise<void> {
  const { console } = global
  global.console = new Console(new Writable({ write: (_text, _encoding, done) => done() }))
  await browser.setup(global, options)
  global.console = console
}

/** Adds the `search` element, which happy-dom lacks, because React warns about unknown elements. */
function supportSearch(document: Document): void {
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' })
    return element
  }
}

/** Stops the `hashchange` events that happy-dom fires for pushState and replaceState. Browsers fire none. */
function ignoreHistoryChanges(window: Window): void {
  const changed = new Set<string>()
  const history = Object.getPrototypeOf(window.history) as History
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name]
    history[name] = function (this: History, ...input: Parameters<History['pushState']>) {
      const { hash } = window.location
      change.apply(this, input)
      if (window.location.hash !== hash) changed.add(window.location.href)
    }
  }
  window.addEventListener('hashchange', (event) => {
    if (changed.delete(event.newURL)) event.stopImmediatePropagation()
  })
}

function trackListeners(window: Window): void {
  const added: Parameters<Window['addEventListener']>[] = []
  const add = window.addEventListener.bind(window)
  window.addEventListener = (...listener: Parameters<Window['addEventListener']>) => {
    added.push(listener)
    add(...listener)
  }
  window.removeListeners = () => {
    for (const listener of added.splice(0)) window.removeEventListener(...listener)
  }
}
