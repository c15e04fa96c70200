import { expect, test } from 'vitest'
import { type BundledPackage, licencesOf, sortUnique } from './third-party.ts'

const packageOf = (name: string, version: string): BundledPackage => ({
  name,
  version,
  license: 'MIT',
  text: `Text of ${name}`,
})

test('combines the licence texts, each once', () => {
  const packages = sortUnique([packageOf('b', '1.0.0'), packageOf('a', '2.0.0'), packageOf('b', '1.0.0')])
  expect(licencesOf(packages)).toMatch(
    /^a 2\.0\.0 \(MIT\)\n\nText of a\n\n-{80}\n\nb 1\.0\.0 \(MIT\)\n\nText of b\n$/,
  )
  expect(licencesOf([])).toBe('This package bundles no third-party code.\n')
})
