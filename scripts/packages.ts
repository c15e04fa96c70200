import { join, relative } from 'node:path'
import { commandLine, print } from './command-line.ts'
import { makePackages } from './packages/make-packages.ts'
import { root } from './project.ts'

commandLine(
  'packages',
  'Writes the npm packages @kitabo/emulator and @kitabo/contract into .data/packages.',
).parse()
for (const made of await makePackages(join(root, '.data', 'packages')))
  print(`${made.name}  ${Math.round(made.size / 1000)} kB: ${relative(process.cwd(), made.tarball)}`)
