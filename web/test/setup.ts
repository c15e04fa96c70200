import '@testing-library/jest-dom/vitest'
import { format } from 'node:util'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// rule of the room: a warning or an error on the console is a fault of the test that caused it.
const said: string[] = []

beforeEach(() => {
  said.length = 0
  for (const kind of ['error', 'warn'] as const) {
    vi.spyOn(console, kind).mockImplementation((...words: unknown[]) => {
      said.push(format(...words))
    })
  }
})

afterEach(() => {
  cleanup()
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
  if (said.length > 0) throw new Error(`The console said:\n${said.join('\n')}`)
})
