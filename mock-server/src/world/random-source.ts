import { createHash, randomBytes } from 'node:crypto'

/** Random bytes for tokens, codes and salts: from the system, or a deterministic sequence for a seed. */
export type RandomSource = ReturnType<typeof createRandomSource>

/** @param seed the random seed; null uses the system's randomness */
export function createRandomSource(seed: string | null) {
  let drawn = 0
  const block = () => createHash('sha256').update(`${seed} ${drawn++}`).digest()
  const bytes = (length: number): Buffer => {
    if (seed === null) {
      drawn++
      return randomBytes(length)
    }
    const blocks: Buffer[] = []
    for (let have = 0; have < length; have += 32) blocks.push(block())
    return Buffer.concat(blocks).subarray(0, length)
  }
  return {
    /** Whether the sequence is seeded. Tokens and codes are then predictable. */
    isPredictable: seed !== null,
    bytes,
    /** Returns a number from 0 (inclusive) to 1 (exclusive). */
    fraction: () => bytes(4).readUInt32BE() / 2 ** 32,
    /** Number of blocks generated so far. Snapshots store it to continue the sequence. */
    drawCount: () => drawn,
    rewind: (drawCount: number) => {
      drawn = drawCount
    },
  }
}
