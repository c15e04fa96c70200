import { expect, test } from 'vitest'
import { hashCataloguePassword, hashPassword, isPassword } from './passwords.ts'
import type { RandomSource } from './random-source.ts'
import { createRandomSource } from './random-source.ts'

const hashes: [
  kind: string,
  hash: (world: { random: RandomSource }, password: string) => string | Promise<string>,
][] = [
  ['a new password', hashPassword],
  ['a password of the catalogue', hashCataloguePassword],
]

test.each(hashes)('only the same password matches the hash of %s', async (_, hash) => {
  const stored = await hash({ random: createRandomSource('a') }, 'Secret-1')
  expect(await isPassword('Secret-1', stored)).toBe(true)
  for (const wrong of ['secret-1', 'Secret-1 ', '']) expect(await isPassword(wrong, stored)).toBe(false)
})

test('two hashes of a password differ by their salts', async () => {
  const world = { random: createRandomSource('a') }
  expect(await hashPassword(world, 'same')).not.toBe(await hashPassword(world, 'same'))
})

test('no password matches a malformed hash', async () => {
  for (const hash of ['', 'plain', 'scrypt$1024$1$$']) expect(await isPassword('plain', hash)).toBe(false)
})
