import { expect, test } from 'vitest'
import { eachOnce, licencesOf, type Part, withParts } from './parts.ts'

const part = (name: string, version: string): Part => ({
  name,
  version,
  license: 'MIT',
  text: `Text of ${name}`,
})

const self = { 'bom-ref': '@kitabo/x@1.0.0', purl: 'pkg:npm/%40kitabo/x@1.0.0' }
const npmSbom = {
  metadata: { component: self },
  components: [{ 'bom-ref': 'fastify@5.0.0', purl: 'pkg:npm/fastify@5.0.0' }],
  dependencies: [
    { ref: self['bom-ref'], dependsOn: ['fastify@5.0.0'] },
    { ref: 'fastify@5.0.0', dependsOn: [] },
  ],
}

test('lists bundled packages and dependencies, each version once', () => {
  const parts = [part('fastify', '5.0.0'), part('fastify', '5.1.0'), part('@scope/react', '19.0.0')]
  const { components, dependencies } = withParts(npmSbom, parts)
  const refs = ['fastify@5.0.0', 'fastify@5.1.0', '@scope/react@19.0.0']
  expect(components.map((each) => each['bom-ref'])).toEqual(refs)
  expect(components.at(-1)).toMatchObject({
    purl: 'pkg:npm/%40scope/react@19.0.0',
    licenses: [{ expression: 'MIT' }],
  })
  expect(dependencies[0]).toEqual({ ref: '@kitabo/x@1.0.0', dependsOn: refs })
  expect(dependencies.map(({ ref }) => ref).sort()).toEqual(['@kitabo/x@1.0.0', ...refs].sort())
})

test('combines the licence texts, each once', () => {
  const parts = eachOnce([part('b', '1.0.0'), part('a', '2.0.0'), part('b', '1.0.0')])
  expect(licencesOf(parts)).toMatch(
    /^a 2\.0\.0 \(MIT\)\n\nText of a\n\n-{80}\n\nb 1\.0\.0 \(MIT\)\n\nText of b\n$/,
  )
  expect(licencesOf([])).toBe('This package bundles no third-party code.\n')
})
