import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { readEnv } from '../src/config/read-env.ts'
import { listenToConsole, unexpectedOnConsole } from './console.ts'

// The first test of a file also pays for loading its page; on a busy machine a second is too short for that.
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 15_000 })

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
