import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { listenToConsole, unexpectedOnConsole } from './console.ts'

// A page is fetched when it is first shown; on a busy machine that takes longer than the library's one second.
configure({ asyncUtilTimeout: 8000 })

// rule of the room: a warning or an error on the console is a fault of the test that caused it.
beforeEach(listenToConsole)

afterEach(() => {
  cleanup()
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
  const said = unexpectedOnConsole()
  if (said.length > 0) throw new Error(`The console said:\n${said.join('\n')}`)
})
