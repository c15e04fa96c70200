import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const FILE = 'licences.txt'

/** Development dependencies whose code is part of the service worker. */
const IN_WORKER = ['workbox-expiration', 'workbox-strategies']

type Manifest = { name: string; version: string; license?: string; dependencies?: Record<string, string> }

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Writes /licences.txt: the licences of all packages that the shop may contain, with their dependencies. */
export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: FILE,
        source: formatLicences(join(import.meta.dirname, '..')),
      })
    },
  }
}

/** Returns the licences of bundled packages. @param folder of the workspace package, with its node_modules */
export function formatLicences(folder: string): string {
  const packages = new Map<string, string>()
  const add = (name: string, from: string) => {
    const folder = findPackage(name, from)
    const manifest = readManifest(folder)
    const key = `${manifest.name} ${manifest.version}`
    if (packages.has(key)) return
    // Packages of this repository have its licence.
    const isOwn = !folder.includes('node_modules')
    if (!isOwn)
      packages.set(key, `${key}\nLicence: ${manifest.license ?? 'see below'}\n\n${readLicence(folder)}`)
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, folder)
  }
  for (const name of [...Object.keys(readManifest(folder).dependencies ?? {}), ...IN_WORKER])
    add(name, folder)
  const sections = [...packages.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, text]) => text)
  return `This shop contains software and fonts of others under these licences.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Returns the folder of an installed package, as Node resolves it. @throws Error if it is not installed */
function findPackage(name: string, from: string): string {
  const manifest = findPackageJSON(name, join(from, 'package.json'))
  if (!manifest) throw new Error(`${name} is not installed.`)
  return realpathSync(dirname(manifest))
}

/** Returns the licence text in a package's folder. Some packages only name their licence. */
function readLicence(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)/i.test(name))
  return file
    ? readFileSync(join(folder, file), 'utf8').trim()
    : 'The package contains no text of its licence.'
}
