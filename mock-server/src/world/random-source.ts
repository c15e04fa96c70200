import { createHash, randomBytes } from 'node:crypto'

/** Where tokens, codes and salts come from: the system's randomness, or the same sequence of bytes for the same seed. */
export type RandomSource = {
  bytes: (length: number) => Buffer
  /** From 0 up to 1. */
  fraction: () => number
  /** How many blocks have been drawn; a snapshot keeps it. */
  drawCount: () => number
  rewind: (drawCount: number) => void
}

/** @param seed null takes the system's randomness */
export function createRandomSource(seed: string | null): RandomSource {
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
    bytes,
    fraction: () => bytes(4).readUInt32BE() / 2 ** 32,
    drawCount: () => drawn,
    rewind: (drawCount) => {
      drawn = drawCount
    },
  }
}
