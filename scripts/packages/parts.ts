/** Third-party code that is bundled into a package and therefore not among its dependencies. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Part = {
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
export function partIn(folder: string): Part {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  return { name, version, license, text: file ? readFileSync(join(folder, file), 'utf8').trim() : '' }
}

/** Returns the parts sorted by name and version, without duplicates. */
export function eachOnce(parts: readonly Part[]): Part[] {
  const byName = new Map(parts.map((part) => [idOf(part), part]))
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part)
}

export function licencesOf(parts: readonly Part[]): string {
  const texts = parts.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  )
  return texts.length === 0
    ? 'This package bundles no third-party code.\n'
    : texts.join(`\n${'-'.repeat(80)}\n\n`)
}

type Component = { 'bom-ref': string; purl: string }

/** The fields of a CycloneDX document that are read here. */
type Sbom = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Adds the bundled packages to npm's SBOM of a package.
 * @returns a new document, in which a package that npm already lists in the same version is not repeated
 */
export function withParts(sbom: Sbom, parts: readonly Part[]): Sbom {
  const known = new Set(sbom.components.map((each) => each['bom-ref']))
  const added = parts.filter((part) => !known.has(idOf(part)))
  const ownRef = sbom.metadata.component['bom-ref']
  const components = added.map((part) => ({
    'bom-ref': idOf(part),
    type: 'library',
    name: part.name,
    version: part.version,
    scope: 'required',
    purl: `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`,
    licenses: [{ expression: part.license }],
  }))
  const direct = new Set(parts.map(idOf))
  return {
    ...sbom,
    components: [...sbom.components, ...components],
    dependencies: [
      ...sbom.dependencies.map((each) =>
        each.ref === ownRef ? { ...each, dependsOn: [...new Set([...each.dependsOn, ...direct])] } : each,
      ),
      ...added.map((part) => ({ ref: idOf(part), dependsOn: [] })),
    ],
  }
}

function idOf({ name, version }: Part): string {
  return `${name}@${version}`
}
