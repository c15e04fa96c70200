import { createHash, randomBytes } from 'node:crypto'

/** Makes hashes of this process incomparable with others, because phone numbers could be guessed from their hash. */
const SALT = randomBytes(16)

/** Returns a short hash, by which two personal texts can be compared without being shown. */
export function hashText(text: string): string {
  return createHash('sha256').update(SALT).update(text).digest('hex').slice(0, 8)
}
