import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../project.ts'
import { createDraft, isBuiltFrom, publish } from './built-folder.ts'
import { bundle } from './bundle.ts'

test('a build removes the folders of builds that were interrupted more than an hour ago', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['dist-draft-old', 'dist-draft-new'])
    mkdirSync(join(folder, name, 'browser'), { recursive: true })
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

test('a folder is built from the sources of its stamp only, and a draft that cannot replace it is removed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const built = join(folder, 'dist')
  const isBuilt = (hash: string) => isBuiltFrom(built, hash)
  for (const hash of ['one', 'two']) {
    expect(isBuilt(hash)).toBe(false)
    const draft = createDraft(built)
    expect(statSync(draft).mode & 0o777).toBe(0o755)
    publish(draft, built, hash)
    expect([isBuilt(hash), readdirSync(folder)]).toEqual([true, ['dist']])
  }
  const draft = createDraft(built)
  expect(() => publish(draft, join(folder, 'missing/dist'), 'three')).toThrow('ENOENT')
  expect([existsSync(draft), isBuilt('two')]).toEqual([false, true])
})
