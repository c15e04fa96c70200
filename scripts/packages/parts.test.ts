import { expect, test } from 'vitest'
import { eachOnce, licencesOf, type Part, withParts } from './parts.ts'

const part = (name: string, version: string): Part => ({
  name,
  version,
  license: 'MIT',
  text: `Text of ${name}`,
})

const own = { 'bom-ref': '@kitabo/x@1.0.0', purl: 'pkg:npm/%40kitabo/x@1.0.0' }
const npms = {
  metadata: { component: own },
  components: [{ 'bom-ref': 'fastify@5.0.0', purl: 'pkg:npm/fastify@5.0.0' }],
  dependencies: [
    { ref: own['bom-ref'], dependsOn: ['fastify@5.0.0'] },
    { ref: 'fastify@5.0.0', dependsOn: [] },
  ],
}

test('lists bundled packages next to dependencies, each version once', () => {
  const parts = [part('fastify', '5.0.0'), part('fastify', '5.1.0'), part('@scope/react', '19.0.0')]
  const { components, dependencies } = withParts(npms, parts)
  const refs = ['fastify@5.0.0', 'fastify@5.1.0', '@scope/react@19.0.0']
  expect(components.map((each) => each['bom-ref'])).toEqual(refs)
  expect(components.at(-1)).toMatchObject({
    purl: 'pkg:npm/%40scope/react@19.0.0',
    licenses: [{ expression: 'MIT' }],
  })
  expect(dependencies[0]).toEqual({ ref: '@kitabo/x@1.0.0', dependsOn: refs })
  expect(dependencies.map(({ ref }) => ref).sort()).toEqual(['@kitabo/x@1.0.0', ...refs].sort())
})

test('writes each licence once into one text', () => {
  const parts = eachOnce([part('b', '1.0.0'), part('a', '2.0.0'), part('b', '1.0.0')])
  expect(licencesOf(parts)).toMatch(
    /^a 2\.0\.0 \(MIT\)\n\nText of a\n\n-{80}\n\nb 1\.0\.0 \(MIT\)\n\nText of b\n$/,
  )
  expect(licencesOf([])).toBe('This package holds nothing of others.\n')
})
