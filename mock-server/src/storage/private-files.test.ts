import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { cacheFolder, explainDistrust, writeWhole } from './private-files.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'kitabo-private-'))
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const userCacheFolder = () => join(folder, 'cache/kitabo')

test('the cache folder belongs to the user, and nobody else can read it', () => {
  expect(cacheFolder()).toBe(userCacheFolder())
  expect(fs.lstatSync(userCacheFolder()).mode & 0o777).toBe(0o700)
  expect(explainDistrust(userCacheFolder())).toBeNull()
})

test.skipIf(process.platform === 'win32')('a relative cache folder is ignored, as XDG demands', () => {
  vi.stubEnv('XDG_CACHE_HOME', 'relative')
  vi.stubEnv('HOME', folder)
  expect(cacheFolder().startsWith(join(folder, '/'))).toBe(true)
})

test.skipIf(process.platform === 'win32')('a cache folder that others could have filled is not used', () => {
  fs.mkdirSync(join(folder, 'cache'))
  fs.mkdirSync(join(folder, 'elsewhere'))
  fs.symlinkSync(join(folder, 'elsewhere'), userCacheFolder())
  expect(explainDistrust(userCacheFolder())).toBe('is a link')
  const instead = cacheFolder()
  expect(instead).not.toBe(userCacheFolder())
  expect(explainDistrust(instead)).toBeNull()
  expect(cacheFolder()).toBe(instead)

  fs.rmSync(userCacheFolder())
  fs.mkdirSync(userCacheFolder())
  fs.chmodSync(userCacheFolder(), 0o777)
  expect(explainDistrust(userCacheFolder())).toBe('can be changed by other users')
  expect(cacheFolder()).not.toBe(userCacheFolder())

  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1)
  expect(explainDistrust(folder)).toBe('belongs to another user')
})

// Root can write to every folder.
test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a cache folder that cannot be written is not used',
  () => {
    fs.mkdirSync(userCacheFolder(), { recursive: true, mode: 0o500 })
    expect(cacheFolder()).not.toBe(userCacheFolder())
  },
)

test('a file is written whole, and a link in its place is replaced, not followed', () => {
  const victim = join(folder, 'victim')
  const file = join(folder, 'file')
  fs.writeFileSync(victim, 'mine')
  for (const name of ['file', 'file.part', `file.${process.pid}`]) fs.symlinkSync(victim, join(folder, name))
  writeWhole(file, Buffer.from('new'))
  expect(fs.readFileSync(victim, 'utf8')).toBe('mine')
  expect(fs.lstatSync(file).isSymbolicLink()).toBe(false)
  expect(fs.readFileSync(file, 'utf8')).toBe('new')
  expect(fs.lstatSync(file).mode & 0o777).toBe(0o600)
})

test('a file that cannot be written leaves nothing behind', () => {
  fs.mkdirSync(join(folder, 'file/inside'), { recursive: true })
  expect(() => writeWhole(join(folder, 'file'), Buffer.from('new'))).toThrow()
  expect(fs.existsSync(join(folder, 'file/inside'))).toBe(true)
})

test.skipIf(process.platform === 'win32')(
  'a link to images is accepted in a data folder that only its user can write to',
  async () => {
    const data = join(folder, 'data')
    await (await createEmulator({ data })).close()
    fs.renameSync(join(data, 'images'), join(folder, 'other-disk'))
    fs.symlinkSync(join(folder, 'other-disk'), join(data, 'images'))
    await (await createEmulator({ data })).close()
  },
)

test.skipIf(process.platform === 'win32')(
  'a planted file in a folder that others can write to is refused',
  async () => {
    const data = join(folder, 'data')
    await (await createEmulator({ data })).close()
    fs.chmodSync(data, 0o1777)
    // A link that is none of the emulator's files.
    fs.symlinkSync(join(folder, 'other'), join(data, 'notes.txt'))
    await (await createEmulator({ data })).close()
    fs.chmodSync(data, 0o1777)
    fs.rmSync(join(data, 'emulator.sqlite'))
    fs.symlinkSync(join(folder, 'planted'), join(data, 'emulator.sqlite'))
    await expect(createEmulator({ data })).rejects.toThrow(
      /emulator\.sqlite is a link, so its content cannot be trusted; choose a different folder with --data\./,
    )
  },
)
