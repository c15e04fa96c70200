import { afterEach, beforeEach, expect, vi } from 'vitest'

// Setup file of the emulator's tests: unexpected text on stderr fails a test.

let printed: string[] = []
let expected: RegExp[] = []

beforeEach(() => {
  printed = []
  expected = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed.push(String(text))
    return true
  })
})
afterEach(() => {
  const unexpected = printed.filter((text) => !expected.some((pattern) => pattern.test(text)))
  expect(unexpected.join(''), 'unexpected text on stderr').toBe('')
})

/** Accepts text on stderr in the current test. */
export function expectOnStderr(...patterns: RegExp[]): void {
  expected.push(...patterns)
}
