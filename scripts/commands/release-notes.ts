import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'
import { defineCommand, packageVersion } from '../command.ts'
import { UserError } from '../runtime.mjs'

/**
 * Returns the changelog section for a version without its heading, or null if it is missing or empty.
 * @param changelog text with headings such as `## 0.2.0` or `## 0.2.0 (2027-01-31)`
 */
export function sectionOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1)
  const own = sections.find((each) => /^\S+/.exec(each)?.[0] === version)
  const text = own?.slice(own.indexOf('\n')).trim() ?? ''
  return text === '' ? null : text
}

export const command = defineCommand({
  summary: 'Prints the section for this version from CHANGELOG.md.',
  options: {
    tag: { value: 'TAG', summary: 'fail unless the tag matches this version, such as v0.1.0' },
  },
  run: ({ tag }) => {
    const version = packageVersion()
    if (tag !== undefined && tag !== `v${version}`)
      throw new UserError(`The tag ${tag} does not match v${version}, the version in package.json.`)
    const section = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
    if (section === null)
      throw new UserError(
        `CHANGELOG.md has no section for ${version}. Rename its section Unreleased to the version.`,
      )
    print(section)
    return 0
  },
})
