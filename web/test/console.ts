import { format } from 'node:util'
import { vi } from 'vitest'

const messages: string[] = []
let expected: RegExp[] = []

/** Records errors and warnings on the console. */
export function listenToConsole(): void {
  messages.length = 0
  expected = []
  for (const kind of ['error', 'warn'] as const) {
    vi.spyOn(console, kind).mockImplementation((...parts: unknown[]) => {
      messages.push(format(...parts))
    })
  }
}

/** Expects a message on the console, so that it does not fail the test. */
export function expectOnConsole(pattern: RegExp): void {
  expected.push(pattern)
}

/** Returns the recorded messages that were not expected. */
export function unexpectedOnConsole(): string[] {
  return messages.filter((message) => !expected.some((pattern) => pattern.test(message)))
}
