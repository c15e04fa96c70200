import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../project.ts'
import { bundle } from './bundle.ts'

test('a build removes the folders of builds that were interrupted more than an hour ago', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['dist-draft-old', 'dist-draft-new']) mkdirSync(join(folder, name))
  const longAgo = Date.now() / 1000 - 4000
  utimesSync(join(folder, 'dist-draft-old'), longAgo, longAgo)
  await bundle({
    entry: 'mock-server/src/seed/hash-tree.ts',
    into: relative(root, join(folder, 'dist')),
    sources: ['mock-server/src/seed/hash-tree.ts'],
  })
  expect(readdirSync(folder).sort()).toEqual(['dist', 'dist-draft-new'])
})

test('two concurrent builds of a program both succeed and leave a single folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = {
    entry: 'mock-server/src/seed/hash-tree.ts',
    into: relative(root, join(folder, 'dist')),
    sources: ['mock-server/src/seed/hash-tree.ts'],
    addTo: async (built: string) => {
      mkdirSync(join(built, 'browser'))
    },
  }
  const file = join(folder, 'dist', 'main.mjs')
  expect(await Promise.all([bundle(program), bundle(program)])).toEqual([file, file])
  expect(readdirSync(folder)).toEqual(['dist'])
})
