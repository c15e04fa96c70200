// Builds the packages for npm, each as a folder and a tarball.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UserError } from '../../contracts/src/command-line/user-error.ts'
import { NEVER_LOADED } from '../build/bundle.ts'
import { root, version } from '../project.ts'
import { OLDEST_NODE } from '../toolchain/fetch-node.mjs'
import { bundlePackage } from './bundle-package.ts'
import { PACKAGES, type PackageDefinition } from './package-definitions.ts'
import { licencesOf, sortUnique, THIRD_PARTY } from './third-party.ts'

/** A built package. Its size is that of the tarball, in bytes. */
export type MadePackage = {
  name: string
  folder: string
  tarball: string
  size: number
}

/** @param into output folder; emptied first */
export async function makePackages(into: string): Promise<MadePackage[]> {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const made: MadePackage[] = []
  for (const each of PACKAGES) made.push(await makePackage(each, into))
  return made
}

async function makePackage(definition: PackageDefinition, into: string): Promise<MadePackage> {
  const { name, workspace } = definition
  const folder = join(into, basename(name))
  mkdirSync(folder)
  const bundled = await bundlePackage(workspace, folder, definition.replace(), definition.external)
  const added = await definition.add(folder)
  const packages = sortUnique([...bundled.packages, ...added.packages])
  writeFileSync(join(folder, THIRD_PARTY), licencesOf(packages))
  cpSync(join(root, workspace, 'package', 'README.md'), join(folder, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const manifest = manifestOf(definition, bundled.imported, added.folders)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // npm's file name contains the version; tests and workflows need a constant name.
  const tarball = `${folder}.tgz`
  renameSync(join(into, runNpm(folder, ['pack', '--silent', '--pack-destination', into]).trim()), tarball)
  return { name, folder, tarball, size: statSync(tarball).size }
}

function manifestOf(definition: PackageDefinition, uses: readonly string[], added: readonly string[]) {
  const { name, workspace, description, keywords, bin, peers, notImported } = definition
  const dependencies = [...new Set([...uses, ...notImported])]
    .filter((each) => !(each in peers) && !NEVER_LOADED.includes(each))
    .sort()
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env
  return {
    name,
    version,
    description,
    keywords,
    license: 'MIT',
    // npm compares this field with the provenance, so only builds in GitHub Actions set it.
    ...(GITHUB_REPOSITORY
      ? {
          repository: {
            type: 'git',
            url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`,
            directory: workspace,
          },
        }
      : {}),
    type: 'module',
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { [bin]: './dist/bin.js' },
    // For tools that ignore `exports`.
    main: './dist/index.cjs',
    types: './dist/index.d.cts',
    exports: {
      '.': {
        import: './dist/index.js',
        require: './dist/index.cjs',
      },
      './package.json': './package.json',
    },
    files: ['dist', THIRD_PARTY, ...added],
    dependencies: Object.fromEntries(dependencies.map((each) => [each, rangeOf(each)])),
    peerDependencies: Object.fromEntries(Object.keys(peers).map((each) => [each, rangeOf(each)])),
    peerDependenciesMeta: Object.fromEntries(Object.entries(peers).filter(([, { optional }]) => optional)),
    publishConfig: { access: 'public' },
  }
}

/** Returns the version range of a dependency: from the tested version up to the next major. */
function rangeOf(name: string): string {
  if (PACKAGES.some((each) => each.name === name)) return `^${version}`
  for (const workspace of ['mock-server', 'fixtures', 'contracts']) {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, workspace, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string> | undefined>
    const version = dependencies?.[name] ?? devDependencies?.[name]
    if (version !== undefined) return `^${version.startsWith('catalog:') ? catalogVersion(name) : version}`
  }
  throw new UserError(`A package imports ${name}, but no workspace lists it as a dependency.`)
}

function catalogVersion(name: string): string {
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const [, catalog = ''] = workspace.split(/^catalog:\n/m)
  const version = new RegExp(`^ {2}"?${name}"?: (\\S+)$`, 'm').exec(catalog)?.[1]
  if (version === undefined) throw new UserError(`The catalog of pnpm-workspace.yaml has no ${name}.`)
  return version
}

function runNpm(folder: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, npm_config_update_notifier: 'false' },
  })
  if (status !== 0) throw new UserError(`npm ${args[0]} failed in ${folder}:\n${stderr}`)
  return stdout
}
