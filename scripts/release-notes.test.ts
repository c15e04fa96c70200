import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, version } from './project.ts'
import { sectionOf } from './release-notes.ts'

const CHANGELOG = `# Changelog

## Unreleased

- Not yet.

## 0.2.0 (2027-01-31)

### Added

- A shelf.

## 0.1.0

`

test('returns the changelog section for the version', () => {
  expect(sectionOf(CHANGELOG, '0.2.0')).toBe('### Added\n\n- A shelf.')
})

test.each(['0.1.0', '0.2', '2.0.0', 'Unreleased version'])('returns null for %s', (version) => {
  expect(sectionOf(CHANGELOG, version)).toBeNull()
})

// Before a release, the script fails for another reason: the changelog has no section for the version.
test.each([
  [`v${version}`, false],
  [version, true],
  [`v${version}1`, true],
])('the script refuses the tag %s: %s', (tag, isRefused) => {
  const { stderr } = spawnSync(process.execPath, [join(root, 'scripts/release-notes.ts'), '--tag', tag])
  expect(String(stderr).includes(`The tag ${tag} does not match v${version}`)).toBe(isRefused)
})

test('the manifests of all packages have the version of the release', () => {
  const versions = ['contracts', 'fixtures', 'mock-server', 'web'].map(
    (name) => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')).version,
  )
  expect(versions).toEqual(Array(4).fill(version))
})
