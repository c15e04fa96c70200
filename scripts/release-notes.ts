// Prints the section for this version from CHANGELOG.md. With `--tag TAG`, fails unless the tag matches the version.
// Uses no packages, because CI runs it before they are installed.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Returns the changelog section for a version without its heading, or null if it is missing or empty.
 * @param changelog text with headings such as `## 0.2.0` or `## 0.2.0 (2027-01-31)`
 */
export function sectionOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((each) => /^\S+/.exec(each)?.[0] === version)
  const text = section?.slice(section.indexOf('\n')).trim() ?? ''
  return text === '' ? null : text
}

if (process.argv[1] === import.meta.filename) {
  const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values
  const read = (file: string) => readFileSync(join(resolve(import.meta.dirname, '..'), file), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  const section = sectionOf(read('CHANGELOG.md'), version)
  if (tag !== undefined && tag !== `v${version}`)
    throw new Error(`The tag ${tag} does not match v${version}, the version in package.json.`)
  if (section === null)
    throw new Error(
      `CHANGELOG.md has no section for ${version}. Rename its section Unreleased to the version.`,
    )
  process.stdout.write(`${section}\n`)
}
