import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildShop, precompress } from './build.ts'

test('text files of 512 bytes and more get a brotli and a gzip copy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-precompress-'))
  mkdirSync(join(folder, 'folder.js'))
  const text = 'a'.repeat(512)
  for (const name of ['a.js', 'folder.js/b.html', 'cover.webp']) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'small.css'), text.slice(1))
  precompress(folder)
  const copies = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:br|gz)$/.test(name),
  )
  expect(copies.sort()).toEqual(['a.js.br', 'a.js.gz', 'folder.js/b.html.br', 'folder.js/b.html.gz'])
  expect(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(folder, 'a.js.gz'))).toString()).toBe(text)
})

test('the shop is not built with too little memory', () => {
  // No build has this setting.
  vi.stubEnv('VITE_UNKNOWN', 'memory')
  const memory = vi.spyOn(process, 'constrainedMemory').mockReturnValue(512_000_000)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    memory.mockRestore()
  })
  expect(buildShop).toThrow(
    'Building the shop takes about 750 MB of memory, and 512 MB are available. Build it on another machine, or start the emulator alone with npm run emulator.',
  )
})
