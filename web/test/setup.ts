import { availableParallelism, loadavg } from 'node:os'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { readEnv } from '../src/config/read-env.ts'
import { getNotes, listenToConsole, unexpectedOnConsole } from './console.ts'

/** The maximum wait of a test, in milliseconds: three seconds, and longer while other programs use the cores. */
const waitMs = () => 3_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
configure({ getElementError })
beforeEach(() => configure({ asyncUtilTimeout: waitMs() }))
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? waitMs())

/**
 * Returns the error for a missing element. Prints the document only if the error is final: `waitFor` and `findBy…`
 * catch one for each change of the document, and call this function again after their timeout. Failed responses come
 * first, because they are the likely cause.
 */
function getElementError(message: string | null, container: Element): Error {
  const isCaught = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const error = new Error(
    isCaught ? (message ?? '') : [...getNotes(), message, prettyDOM(container)].join('\n\n'),
  )
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
