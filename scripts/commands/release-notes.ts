import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'
import { forwardCommand, packageVersion } from '../command.ts'
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

/** Parses its option without commander, because it runs before packages are installed. */
export const command = forwardCommand({
  summary:
    'Prints the section for this version from CHANGELOG.md. With --tag TAG, fails unless the tag matches the version.',
  run: async ([option, tag]) => {
    if (option === '--help') print('Usage: npm run lab -- release-notes -- [--tag TAG]')
    else if (option !== undefined && option !== '--tag') throw new UserError(`Unknown option '${option}'.`)
    if (option === '--help') return 0
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
