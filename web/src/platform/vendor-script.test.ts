import { expect, onTestFinished, test, vi } from 'vitest'
import { scriptsOf } from './vendor-script.ts'

const isChatScript = scriptsOf('https://embed.tawk.to/property/widget')

test.each([
  'https://embed.tawk.to/_s/v4/app/chunk.js',
  'https://va.tawk.to/other.js',
  'https://cdn.jsdelivr.net/emojione/2.2.7/lib/js/emojione.min.js',
])('the tawk.to chat may load %s', (url) => {
  expect(isChatScript(url)).toBe(true)
})

test.each([
  'https://cdn.jsdelivr.net/npm/any-package',
  'https://cdn.jsdelivr.net/emojione/2.2.7/lib/js/emojione.min.js/../../evil.js',
  'https://embed.tawk.to.example/a.js',
  'http://embed.tawk.to/a.js',
  '/assets/uploaded.js',
])('the tawk.to chat may not load %s', (url) => {
  expect(isChatScript(url)).toBe(false)
})

test('an unknown vendor may load scripts from its own origin only', () => {
  const isScript = scriptsOf('http://localhost:4000/v3.js')
  expect(isScript('http://localhost:4000/more.js')).toBe(true)
  expect(isScript('http://localhost:4001/more.js')).toBe(false)
})

test('a script of another site is not loaded if its HTML could not be sanitised', async () => {
  vi.stubGlobal('trustedTypes', { createPolicy: vi.fn() })
  vi.doMock('./sanitiser.ts', () => ({ loadSanitiser: () => Promise.reject(new Error('No network.')) }))
  vi.resetModules()
  onTestFinished(() => {
    vi.doUnmock('./sanitiser.ts')
    vi.unstubAllGlobals()
  })
  const added = vi.spyOn(document.head, 'append').mockImplementation(() => {})
  const { loadVendorScript } = await import('./vendor-script.ts')
  expect(await loadVendorScript('https://chat.example/loader.js')).toBe(false)
  expect(added).not.toHaveBeenCalled()
  void loadVendorScript('/v3.js')
  expect(added).toHaveBeenCalledOnce()
})
