import { type ScryptOptions, scrypt, scryptSync, timingSafeEqual } from 'node:crypto'
import type { World } from './world.ts'

const KEY_LENGTH = 32
/**
 * Source: OWASP's Password Storage Cheat Sheet, which considers N = 2^15 with p = 3 equivalent to N = 2^17 with p = 1.
 * It uses 32 MB instead of 128 MB, so that four simultaneous logins do not use half a gigabyte.
 */
const SCRYPT_COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
/** Used where a hash protects nothing: for public passwords, and where tokens and codes are predictable. */
const LOW_SCRYPT_COST = { ...SCRYPT_COST, N: 2 ** 10, p: 1 }

type Cost = typeof SCRYPT_COST

/** Salt and key are base64url. */
type Hash = `scrypt$${number}$${number}$${string}$${string}`

/** Hashes the password of an account in the catalogue with a fresh salt. */
export function hashCataloguePassword(world: Pick<World, 'random'>, password: string): Hash {
  const salt = world.random.bytes(16)
  return format(salt, scryptSync(password, salt, KEY_LENGTH, LOW_SCRYPT_COST), LOW_SCRYPT_COST)
}

let lastHash: Promise<unknown> = Promise.resolve()

/** Hashes new passwords one at a time, because parallel registrations would delay logins by seconds. */
export async function hashPassword(world: Pick<World, 'random'>, password: string): Promise<Hash> {
  const salt = world.random.bytes(16)
  const cost = costOf(world)
  const key = lastHash.then(() => derive(password, salt, cost))
  lastHash = key.catch(() => {})
  return format(salt, await key, cost)
}

const costOf = ({ random }: Pick<World, 'random'>): Cost =>
  random.isPredictable ? LOW_SCRYPT_COST : SCRYPT_COST

/** Compares a password with a hash in constant time. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, N, p, salt, key] = /^scrypt\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash) ?? []
  if (!salt || !key) return false
  const cost = { ...SCRYPT_COST, N: Number(N), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(Buffer.from(key, 'base64url'), derived)
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_LENGTH, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function format(salt: Buffer, key: Buffer, { N, p }: Cost): Hash {
  return `scrypt$${N}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}
