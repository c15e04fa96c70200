import { format } from 'node:util'
import { vi } from 'vitest'

const said: string[] = []
let expected: RegExp[] = []

/** Listens to the console from now on. */
export function listenToConsole(): void {
  said.length = 0
  expected = []
  for (const kind of ['error', 'warn'] as const) {
    vi.spyOn(console, kind).mockImplementation((...words: unknown[]) => {
      said.push(format(...words))
    })
  }
}

/** For a test whose subject is an error that is reported on the console. */
export function expectOnConsole(pattern: RegExp): void {
  expected.push(pattern)
}

/** What was said without being expected. */
export function unexpectedOnConsole(): string[] {
  return said.filter((words) => !expected.some((pattern) => pattern.test(words)))
}
