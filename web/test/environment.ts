import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { 'happy-dom': browser } = builtinEnvironments

declare global {
  interface Window {
    /** Takes away every listener that was added to the window. */
    forgetListeners: () => void
  }
}

/**
 * The browser's globals over Node's modules, for tests that run the emulator in their own process. The files of a
 * process share one window, which React and the libraries of the tests keep; fresh-start.ts empties it before each file.
 */
const environment: Environment = {
  ...browser,
  name: 'shop',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    if (!global.happyDOM) {
      await browser.setup(global, options)
      // A link that the shop leaves to the browser would take the window of all further files to another address.
      Object.assign(global.happyDOM.settings.navigation, {
        disableMainFrameNavigation: true,
        disableFallbackToSetURL: true,
      })
      knowSearch(global.document)
      knowListeners(global.window)
    }
    return { teardown: () => {} }
  },
}

export default environment

/** happy-dom does not know the `search` element, which browsers do, and React warns of unknown elements. */
function knowSearch(document: Document): void {
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' })
    return element
  }
}

function knowListeners(window: Window): void {
  const added: Parameters<Window['addEventListener']>[] = []
  const add = window.addEventListener.bind(window)
  window.addEventListener = (...listener: Parameters<Window['addEventListener']>) => {
    added.push(listener)
    add(...listener)
  }
  window.forgetListeners = () => {
    for (const listener of added.splice(0)) window.removeEventListener(...listener)
  }
}
