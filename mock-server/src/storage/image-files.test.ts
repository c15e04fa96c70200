import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { app, useSharedApp } from '../../test/current-app.ts'
import { selectOne } from '../world/queries.ts'
import { createImageFiles } from './image-files.ts'

useSharedApp()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitabo-images-'))
})

test.each<[damage: string, (bytes: Buffer) => Buffer]>([
  ['is empty', () => Buffer.alloc(0)],
  ['is cut', (bytes) => bytes.subarray(0, -1)],
  ['is not WebP', (bytes) => bytes.fill('RIFX', 0, 4)],
  ['was written before a power cut', (bytes) => bytes.fill(0)],
])('an image is generated again if its file %s', async (_, damage) => {
  const { drawing } = selectOne(app.world, 'SELECT drawing FROM images') as { drawing: string }
  const generate = async () => (await createImageFiles(folder).bytesOf(drawing, 160)).bytes
  const image = await generate()
  const file = join(folder, String(readdirSync(folder)))
  writeFileSync(file, damage(Buffer.from(image)))
  expect((await generate()).equals(image)).toBe(true)
  expect(readFileSync(file).equals(image)).toBe(true)
})

test('simultaneous requests for one width generate one image', async () => {
  const { drawing } = selectOne(app.world, 'SELECT drawing FROM images') as { drawing: string }
  const { bytesOf } = createImageFiles(folder)
  const [first, same, other] = await Promise.all([320, 300, 480].map((width) => bytesOf(drawing, width)))
  expect(same?.bytes).toBe(first?.bytes)
  expect(other?.bytes).not.toEqual(first?.bytes)
})

test('drafts that a killed process left are removed, but not one that may still be written', () => {
  for (const [name, age] of [
    ['a.webp.0123456789abcdef.part', 61],
    ['b.webp.0123456789abcdef.part', 59],
    ['c.webp', 61],
  ] as const) {
    const seconds = Date.now() / 1000 - age
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), seconds, seconds)
  }
  createImageFiles(folder)
  expect(readdirSync(folder)).toEqual(['b.webp.0123456789abcdef.part', 'c.webp'])
})
