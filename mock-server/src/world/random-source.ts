import { createHash, randomBytes } from 'node:crypto'

/** Where tokens, codes and salts come from: the system's chance, or the same row of bytes for the same seed. */
export type Dice = {
  bytes: (length: number) => Buffer
  /** From 0 up to 1. */
  fraction: () => number
  /** How often it was thrown; a snapshot keeps it. */
  throws: () => number
  rewind: (throws: number) => void
}

/** @param seed null is the system's chance */
export function createDice(seed: string | null): Dice {
  let thrown = 0
  const block = () => createHash('sha256').update(`${seed} ${thrown++}`).digest()
  const bytes = (length: number): Buffer => {
    if (seed === null) {
      thrown++
      return randomBytes(length)
    }
    const blocks: Buffer[] = []
    for (let have = 0; have < length; have += 32) blocks.push(block())
    return Buffer.concat(blocks).subarray(0, length)
  }
  return {
    bytes,
    fraction: () => bytes(4).readUInt32BE() / 2 ** 32,
    throws: () => thrown,
    rewind: (throws) => {
      thrown = throws
    },
  }
}
