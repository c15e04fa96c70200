import { expect, onTestFinished, test } from 'vitest'
import { addMissingFeatures } from './polyfills.ts'

/** Deletes a built-in method, and restores it after the test. */
function remove(owner: object, name: string): void {
  // happy-dom's classes inherit some functions.
  let holder = owner
  while (!Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder)
  const own = Object.getOwnPropertyDescriptor(holder, name) as PropertyDescriptor
  onTestFinished(() => {
    Reflect.deleteProperty(owner, name)
    Object.defineProperty(holder, name, own)
  })
  Reflect.deleteProperty(holder, name)
}

test('adds the functions that a browser lacks, which are not enumerable, and replaces none that it has', () => {
  const { at } = String.prototype
  for (const [owner, name] of [
    [Array.prototype, 'at'],
    [AbortSignal.prototype, 'throwIfAborted'],
    [Object, 'hasOwn'],
  ] as const)
    remove(owner, name)
  addMissingFeatures()
  const results = {
    items: [0, 1.9, -1, 3, -4, Number.NaN].map((index) => ['a', 'b', 'c'].at(index)),
    owns: [Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString')],
    keys: (() => {
      const keys = []
      for (const key in ['a']) keys.push(key)
      return keys
    })(),
  }
  expect(results).toEqual({
    items: ['a', 'b', 'c', undefined, undefined, 'a'],
    owns: [true, false],
    keys: ['0'],
  })
  expect(String.prototype.at).toBe(at)
})

test('a browser without throwIfAborted throws the reason of an aborted signal, or else an AbortError', () => {
  remove(AbortSignal.prototype, 'throwIfAborted')
  addMissingFeatures()
  const { signal } = new AbortController()
  expect(() => signal.throwIfAborted()).not.toThrow()
  expect(() => AbortSignal.abort(new Error('Left the page.')).throwIfAborted()).toThrow('Left the page.')
  const withoutReason = Object.defineProperty(AbortSignal.abort(), 'reason', { value: undefined })
  expect(() => withoutReason.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }))
})
