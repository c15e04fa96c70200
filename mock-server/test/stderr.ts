import { afterEach, beforeEach, expect, vi } from 'vitest'

// Setup file of the emulator's tests: unexpected text on stderr fails a test.

let printedTexts: string[] = []
let expectedPatterns: RegExp[] = []

beforeEach(() => {
  printedTexts = []
  expectedPatterns = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printedTexts.push(String(text))
    return true
  })
})
afterEach(() => {
  const unexpected = printedTexts.filter((text) => !expectedPatterns.some((pattern) => pattern.test(text)))
  expect(unexpected.join(''), 'unexpected text on stderr').toBe('')
})

/** Accepts text on stderr in the current test. */
export function expectOnStderr(...patterns: RegExp[]): void {
  expectedPatterns.push(...patterns)
}
