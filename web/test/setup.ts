import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { readEnv } from '../src/config/read-env.ts'
import { listenToConsole, unexpectedOnConsole } from './console.ts'

// Limits of waiting, not of speed: another test run on the same machine may take most of its processors.
const WAIT_MS = 30_000
configure({ asyncUtilTimeout: WAIT_MS })
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? WAIT_MS)

// The data saver comes seconds after a page has loaded, in the middle of a slow test: here pages never finish loading.
Object.defineProperty(document, 'readyState', { value: 'interactive', configurable: true })
// The settings of a build without any, as in development.
Object.assign(globalThis, { SHOP_SETTINGS: readEnv({}, true) })

// A warning or an error on the console fails the test that caused it.
beforeEach(listenToConsole)

// Nothing is laid out here: everything is in view.
vi.stubGlobal('IntersectionObserver', undefined)

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.useRealTimers()
  const said = unexpectedOnConsole()
  if (said.length > 0) throw new Error(`The console said:\n${said.join('\n')}`)
})
