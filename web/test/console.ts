import { format } from 'node:util'
import { vi } from 'vitest'

const messages: string[] = []
let expected: RegExp[] = []
/** Failed responses, and what the shop has logged. Printed only if the test fails. */
const notes: string[] = []

/** Records errors, warnings and logged failures on the console. */
export function listenToConsole(): void {
  messages.length = 0
  expected = []
  notes.length = 0
  vi.spyOn(console, 'info').mockImplementation((...parts: unknown[]) => addNote(format(...parts)))
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

/** Adds a likely cause of a later failure of the test. */
export function addNote(note: string): void {
  if (!notes.includes(note)) notes.push(note)
}

export const getNotes = (): readonly string[] => notes

/** Returns the recorded messages that were not expected. */
export function unexpectedOnConsole(): string[] {
  return messages.filter((message) => !expected.some((pattern) => pattern.test(message)))
}
