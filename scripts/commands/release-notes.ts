import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'
import { defineCommand } from '../command.ts'
import { packageVersion } from '../docs/package-version.ts'
import { sectionOf } from '../docs/release-notes.ts'
import { UserError } from '../runtime.mjs'

export const command = defineCommand({
  summary: 'Prints the section of CHANGELOG.md that is of this version.',
  options: {
    tag: { value: 'TAG', summary: 'refuse unless the tag is this version, such as v0.1.0' },
  },
  run: ({ tag }) => {
    const version = packageVersion()
    if (tag !== undefined && tag !== `v${version}`)
      throw new UserError(`The tag ${tag} is not v${version}, the version of package.json.`)
    const section = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
    if (section === null)
      throw new UserError(
        `CHANGELOG.md has no section ${version}: name what is Unreleased after the version.`,
      )
    print(section)
    return 0
  },
})
