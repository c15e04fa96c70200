import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { 'happy-dom': browser } = builtinEnvironments

/**
 * The browser's globals over Node's modules, for tests that run the emulator in their own process.
 */
const environment: Environment = {
  ...browser,
  name: 'shop',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const made = await browser.setup(global, options)
    knowSearch(global.document)
    return made
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
