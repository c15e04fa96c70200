import { join, relative } from 'node:path'
import { bootstrap, print, root } from '../bootstrap.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  summary: 'Writes the npm packages @kitabo/emulator and @kitabo/contract into .data/packages.',
  options: {
    sbom: {
      summary: 'also write an SBOM of each, as CycloneDX (needs the network)',
    },
  },
  run: async ({ sbom = false }) => {
    await bootstrap()
    const { makePackages, writeSbom } = await import('../packages/make-packages.ts')
    for (const made of await makePackages(join(root, '.data', 'packages'))) {
      const { name, tarball, size, unpacked, files } = made
      const about = `${kilobytes(size)} packed, ${kilobytes(unpacked)} unpacked, ${files} files`
      print(`${name.padEnd(18)} ${about}: ${relative(process.cwd(), tarball)}`)
      if (sbom) print(`${''.padEnd(18)} its parts: ${relative(process.cwd(), writeSbom(made))}`)
    }
    return 0
  },
})

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}
