import { describe, expect, test } from 'vitest'
import { cpuMs } from '../test/cpu-time.ts'
import { pathMatcher } from './path-pattern.ts'

describe('a path pattern', () => {
  test.each([
    ['/products/latest', '/products/latest', true],
    ['/products/latest', '/products/latest/', true],
    ['/products/latest/', '/products/latest', true],
    ['/products/latest', '/products/latestx', false],
    ['/products/*', '/products/details/5', true],
    ['*', '/anything/at/all', true],
    ['*.webp', '/product/a.webp', true],
    ['*.webp', '/product/a.webp.txt', false],
    ['/products/details/{id}', '/products/details/5', true],
    ['/products/details/{id}', '/products/details/', false],
    ['/products/details/{id}', '/products/details/5/6', false],
    ['/a/{x}/c/*/e', '/a/b/c/d/d/e', true],
    ['/a.b', '/aXb', false],
    ['/a+(b)', '/a+(b)', true],
    ['/', '/', true],
    ['', '', true],
    ['', '/', false],
    ['/a/{x}', '/a/a', true],
    ['/a/{x}/b', '/a//b', false],
    ['/{', '/{', true],
    ['/{', '/x', false],
    ['/{x', '/{x', true],
    ['*{a}*', '/', false],
    ['/{a}{b}*', '/xy', true],
    ['/{a}{b}*', '/x', false],
  ])('%s matches %s: %s', (pattern, path, isMatch) => {
    expect(pathMatcher(pattern)(path)).toBe(isMatch)
  })

  test.each([`/${'*a'.repeat(90)}b`, `/${'{a}'.repeat(60)}/b`, `/${'*{a}'.repeat(40)}b`])(
    'tests %s a hundred times in less than a second',
    (pattern) => {
      const matches = pathMatcher(pattern)
      const path = `/${'a'.repeat(2000)}`
      const started = cpuMs()
      for (let n = 0; n < 100; n++) expect(matches(path)).toBe(false)
      expect(cpuMs() - started).toBeLessThan(1000)
    },
  )
})
