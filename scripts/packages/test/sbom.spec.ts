import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type MadePackage, makePackages, writeSbom } from '../make-packages.ts'
import { THIRD_PARTY } from '../parts.ts'
import { folder } from './make-packages.ts'

type Component = { 'bom-ref': string; purl: string; version: string; licenses: unknown[] }

let packages: MadePackage[]
beforeAll(async () => {
  packages = await makePackages(folder)
})

/** Packages that each SBOM must contain although the package.json does not list them. */
const BUNDLED = { '@kitabo/emulator': ['react', 'react-dom', 'fastify'], '@kitabo/contract': [] }

describe.each(Object.entries(BUNDLED))('the SBOM of %s', (name, bundled) => {
  test('is a CycloneDX document with every dependency and bundled package', () => {
    const made = packages.find((each) => each.name === name) as MadePackage
    const manifest = JSON.parse(readFileSync(join(made.folder, 'package.json'), 'utf8'))
    const sbom = JSON.parse(readFileSync(writeSbom(made), 'utf8'))
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.\d$/),
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
      metadata: { component: { purl: `pkg:npm/${name.replace('@', '%40')}@${manifest.version}` } },
    })
    const components: Component[] = sbom.components
    const refs = components.map((each) => each['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const names = new Set(refs.map((ref) => ref.slice(0, ref.lastIndexOf('@'))))
    const required = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
      (each) => !manifest.peerDependenciesMeta?.[each]?.optional,
    )
    for (const each of [...required, ...bundled]) expect(names).toContain(each)
    expect(required.length).toBeGreaterThan(0)
    for (const part of made.parts) expect(refs).toContain(`${part.name}@${part.version}`)
    for (const { purl, version, licenses } of components) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/)
      expect(purl.endsWith(`@${version}`)).toBe(true)
      expect(licenses.length, purl).toBe(1)
    }
    const known = new Set([...refs, sbom.metadata.component['bom-ref']])
    const edges: { ref: string; dependsOn: string[] }[] = sbom.dependencies
    expect(edges.map(({ ref }) => ref).sort()).toEqual([...known].sort())
    expect(edges.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([])
    const licences = readFileSync(join(made.folder, THIRD_PARTY), 'utf8')
    for (const each of bundled) expect(licences).toMatch(new RegExp(`^${each} \\d`, 'm'))
  })
})
