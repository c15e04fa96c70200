import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { listenToConsole, unexpectedOnConsole } from './console.ts'

// The first test of a file also pays for loading its page; on a busy machine a second is too short for that.
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 15_000 })

// It comes seconds after the page, in the middle of a slow test; tests of it turn it on.
vi.stubEnv('VITE_DATA_SAVER', 'off')

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
