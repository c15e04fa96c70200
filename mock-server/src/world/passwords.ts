import { scrypt, scryptSync, timingSafeEqual } from 'node:crypto'
import type { World } from './world.ts'

/** scrypt with Node's own cost; `scrypt$<salt>$<key>`, both base64url. */
const KEY_LENGTH = 32
/** Seeds hash a handful of demonstration passwords; a lower cost would be a different format. */
type Hash = `scrypt$${string}$${string}`

/** Hashes a password with a fresh salt. Synchronous: for seeding only. */
export function hashPasswordSync(world: Pick<World, 'random'>, password: string): Hash {
  const salt = world.random.bytes(16)
  return format(salt, scryptSync(password, salt, KEY_LENGTH))
}

export async function hashPassword(world: Pick<World, 'random'>, password: string): Promise<Hash> {
  const salt = world.random.bytes(16)
  return format(salt, await derive(password, salt))
}

/** True when the password is the one behind the hash. Takes the same time either way. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  return timingSafeEqual(
    Buffer.from(key, 'base64url'),
    await derive(password, Buffer.from(salt, 'base64url')),
  )
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_LENGTH, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function format(salt: Buffer, key: Buffer): Hash {
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`
}
