import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Drawing } from 'fixtures/draw/drawing'
import { removeAbandonedDrafts, writeWhole } from './private-files.ts'

/** Generated images, stored in files by content and shared across worlds and restarts. */
export type ImageFiles = ReturnType<typeof createImageFiles>

/** Supported widths in pixels; the shop requests these. */
const WIDTHS = [160, 320, 480, 800, 1200]

/** Whether a file has the signature of WebP and the length in its header. */
function isWholeWebp(bytes: Buffer): boolean {
  const signature = bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)
  return signature === 'RIFFWEBP' && bytes.readUInt32LE(4) === bytes.length - 8
}

/** @param folder for generated images, which are kept across restarts */
export function createImageFiles(folder: string) {
  /** Images being generated, so that simultaneous requests generate an image once. */
  const pending = new Map<string, Promise<Buffer>>()
  mkdirSync(folder, { recursive: true })
  removeAbandonedDrafts(folder)

  const load = async (name: string, drawing: string, width?: number): Promise<Buffer> => {
    const file = join(folder, `${name}.webp`)
    try {
      const cached = readFileSync(file)
      if (isWholeWebp(cached)) return cached
    } catch {
      // Not generated yet.
    }
    // Imported with the first image, to keep startup fast.
    const { renderImage } = await import('fixtures/images')
    const bytes = await renderImage(JSON.parse(drawing) as Drawing, width)
    try {
      writeWhole(file, bytes)
    } catch {
      // If the disk is full, the image is still sent, and is generated again with the next request.
    }
    return bytes
  }

  return {
    /** @param requested width in pixels, rounded up to a supported one; without it, the image keeps its own width */
    bytesOf: async (drawing: string, requested?: number) => {
      // Only a few widths are supported, so that clients cannot fill the disk.
      const width = requested === undefined ? undefined : WIDTHS.find((each) => each >= requested)
      const hash = createHash('sha256').update(drawing).digest('hex').slice(0, 32)
      const name = width === undefined ? hash : `${hash}-${width}`
      const bytes = pending.get(name) ?? load(name, drawing, width).finally(() => pending.delete(name))
      pending.set(name, bytes)
      return { etag: `"${name}"`, bytes: await bytes }
    },
  }
}
