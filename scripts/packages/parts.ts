/** What a package holds of others: code that was bundled into it, and so is none of its dependencies. */

/** A package whose code is part of another's files. */
export type Part = {
  name: string
  version: string
  /** As in its package.json: an SPDX expression. */
  license: string
  /** Its licence's text; empty where its package has none. */
  text: string
}

/** The file of a package with the licences of its parts. */
export const THIRD_PARTY = 'third-party-licences.txt'

/** Each part once, by name and version. */
export function eachOnce(parts: readonly Part[]): Part[] {
  const byName = new Map(parts.map((part) => [idOf(part), part]))
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part)
}

/** The licences of the parts, as one text. */
export function licencesOf(parts: readonly Part[]): string {
  const texts = parts.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  )
  return texts.length === 0
    ? 'This package holds nothing of others.\n'
    : texts.join(`\n${'-'.repeat(80)}\n\n`)
}

type Component = { 'bom-ref': string; purl: string }

/** As much of a CycloneDX document as is read here. */
export type Sbom = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * npm's list of what a package depends on, with the parts that are bundled into it.
 * @returns a new document; a part that npm names in the same version is there once
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
