import { hash } from 'node:crypto'
import { countRows, insert, remove, selectOne } from './queries.ts'
import type { CustomerRow } from './rows.ts'
import type { World } from './world.ts'

/** Assumed: a token is valid for a year, Laravel's default. Source R1: no request revokes it earlier. */
const TOKEN_LIFETIME_MS = 365 * 24 * 3_600_000

/** Maximum number of tokens in a world, so that log-ins work in a full world too. The older half is then removed. */
const MAX_TOKENS = 10_000

/** Hashes a token or one-time code. The tables of tokens and resets contain only hashes, the outbox the codes. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Creates a bearer token in the format of the host's JWT, about 1 KB. @throws if there is no such customer */
export function issueToken(world: World, customerId: number): string {
  if (!selectOne(world, 'SELECT 1 FROM customers WHERE id = ?', customerId))
    throw new Error(`There is no customer ${customerId}.`)
  const now = world.clock.now()
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = [
    part({ typ: 'JWT', alg: 'RS256' }),
    part({
      aud: '1',
      jti: world.random.bytes(40).toString('hex'),
      iat: now / 1000,
      nbf: now / 1000,
      exp: (now + TOKEN_LIFETIME_MS) / 1000,
      sub: String(customerId),
      scopes: [],
    }),
    world.random.bytes(512).toString('base64url'),
  ].join('.')
  const tokenHash = hashSecret(token)
  const expiry = now + TOKEN_LIFETIME_MS
  // A seeded sequence begins again with each start, so the customer may have the same token already.
  const row = { token_hash: tokenHash, customer_id: customerId, expires_at: expiry }
  insert(world, 'access_tokens', row, 'replace')
  if (countRows(world, 'access_tokens') > MAX_TOKENS) removeOlderHalf(world, tokenHash)
  return token
}

/** @param newest hash of the token that is kept in any case; other tokens may have the same time */
function removeOlderHalf(world: World, newest: string): void {
  const condition = `WHERE token_hash IN
    (SELECT token_hash FROM access_tokens ORDER BY token_hash = ? DESC, expires_at DESC LIMIT -1 OFFSET ?)`
  remove(world, 'access_tokens', condition, newest, MAX_TOKENS / 2)
}

/** Returns the customer for an `Authorization: Bearer …` header; null if the token is missing, invalid or expired. */
export function customerOfToken(world: World, authorization: string | undefined): CustomerRow | null {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!token) return null
  // A join would be eight times slower.
  const sql = `SELECT * FROM customers
    WHERE id = (SELECT customer_id FROM access_tokens WHERE token_hash = ? AND expires_at > ?)`
  return selectOne<CustomerRow>(world, sql, hashSecret(token), world.clock.now()) ?? null
}
