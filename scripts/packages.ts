import { join, relative } from 'node:path'
import { commandLine, print, root } from './command.ts'
import { makePackages, writeSbom } from './packages/make-packages.ts'

const { sbom } = commandLine(
  'packages',
  'Writes the npm packages @kitabo/emulator and @kitabo/contract into .data/packages.',
)
  .option('--sbom', 'also write a CycloneDX SBOM for each package (requires network access)')
  .parse()
  .opts()
for (const made of await makePackages(join(root, '.data', 'packages'))) {
  print(`${made.name}  ${Math.round(made.size / 1000)} kB: ${relative(process.cwd(), made.tarball)}`)
  if (sbom) print(`SBOM: ${relative(process.cwd(), writeSbom(made))}`)
}
