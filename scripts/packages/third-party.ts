// Third-party code that is bundled into a package and therefore not among its dependencies.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type BundledPackage = {
  name: string
  version: string
  /** SPDX expression, from its package.json. */
  license: string
  /** Licence text; empty if the package has none. */
  text: string
}

/** File in a published package with the licences of its bundled packages. */
export const THIRD_PARTY = 'third-party-licences.txt'

/** Reads the package in a folder. */
export function readBundledPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  return { name, version, license, text: file ? readFileSync(join(folder, file), 'utf8').trim() : '' }
}

/** Returns the packages sorted by name and version, without duplicates. */
export function sortUnique(packages: readonly BundledPackage[]): BundledPackage[] {
  const byName = new Map(packages.map((each) => [idOf(each), each]))
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
}

export function licencesOf(packages: readonly BundledPackage[]): string {
  const texts = packages.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  )
  return texts.length === 0
    ? 'This package bundles no third-party code.\n'
    : texts.join(`\n${'-'.repeat(80)}\n\n`)
}

function idOf({ name, version }: BundledPackage): string {
  return `${name}@${version}`
}
