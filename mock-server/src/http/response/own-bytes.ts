/** A part of an answer: text, or the bytes of it. */
export type Part = string | Buffer

/**
 * Parts as one, in memory of their own: what is kept must weigh what it is counted as.
 * trap: what Node allocates by default lies in blocks of 64 KB, and the least part that is kept keeps its whole block.
 */
export function ownBytes(...nested: readonly (Part | readonly Part[])[]): Buffer {
  const parts = nested.flat()
  let length = 0
  for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length
  const joined = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const part of parts) at += typeof part === 'string' ? joined.write(part, at) : part.copy(joined, at)
  return joined
}
