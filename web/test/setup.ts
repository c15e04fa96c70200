import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { readEnv } from '../src/config/read-env.ts'
import { listenToConsole, unexpectedOnConsole } from './console.ts'

// Generous, because other test runs may be using the same machine.
const WAIT_MS = 30_000
configure({ asyncUtilTimeout: WAIT_MS, getElementError })
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? WAIT_MS)

/**
 * Returns the error for a missing element. Prints the document only if the error is final: `waitFor` and `findBy…` catch
 * one for each change of the document, and call this function again after their timeout.
 */
function getElementError(message: string | null, container: Element): Error {
  const isCaught = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const error = new Error(isCaught ? (message ?? '') : `${message}\n\n${prettyDOM(container)}`)
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, getElementError)
  return error
}

// Keeps pages in the loading state, because the data saver would otherwise load in the middle of a slow test.
Object.defineProperty(document, 'readyState', { value: 'interactive', configurable: true })
// The default settings, as in development.
Object.assign(globalThis, { SHOP_SETTINGS: readEnv({}, true) })

// Unexpected warnings and errors on the console fail the test.
beforeEach(listenToConsole)

// happy-dom has no layout, so everything counts as visible.
vi.stubGlobal('IntersectionObserver', undefined)

afterEach(async () => {
  cleanup()
  // Modules that are still loading would report to a later test, such as the check of responses.
  await vi.dynamicImportSettled()
  vi.restoreAllMocks()
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.useRealTimers()
  const messages = unexpectedOnConsole()
  if (messages.length > 0) throw new Error(`Unexpected messages on the console:\n${messages.join('\n')}`)
})
