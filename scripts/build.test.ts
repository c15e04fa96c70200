import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { readEnv } from '../web/src/config/read-env.ts'
import { checkOptions, copyServed, readShopSettings, refuseMixedContent, refuseUnread } from './build.ts'
import { root } from './project.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

function settingsOfShop(): string[] {
  const names = new Set<string>()
  readEnv(new Proxy({}, { get: (_, name) => void names.add(String(name)) }), false)
  return [...names].sort()
}

/** Returns the settings in .env.example, including those that are commented out. */
const exampleLines = () => [...read('.env.example').matchAll(/^#?(VITE_\w+)=(.*)$/gm)]

test('the example file contains every setting once, with valid values', () => {
  const lines = exampleLines()
  expect(lines.map(([, name]) => name).sort()).toEqual(settingsOfShop())
  const values = Object.fromEntries(lines.map(([, name, value]) => [name, value]))
  expect(readEnv(values, false).apiHost).toBe('https://api.shop.example')
})

test('the table in docs/deployment.md lists every setting once', () => {
  const rows = [...read('docs/deployment.md').matchAll(/^\| `(VITE_\w+)`/gm)]
  expect(rows.map(([, name]) => name).sort()).toEqual(settingsOfShop())
})

const file = join(mkdtempSync(join(tmpdir(), 'kitabo-settings-')), '.env')
let write: MockInstance<typeof process.stdout.write>
beforeEach(() => {
  for (const name of settingsOfShop()) vi.stubEnv(name, undefined)
  write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.unstubAllEnvs()
  write.mockRestore()
})

function readWith(lines: string[] | Buffer, options = {}) {
  writeFileSync(file, Array.isArray(lines) ? `${lines.join('\n')}\n` : lines)
  return readShopSettings({ file, ...options })
}

test('reads settings from the file, and the environment takes precedence', () => {
  vi.stubEnv('VITE_MAP_ATTRIBUTION', 'from the environment')
  const settings = readWith(['VITE_MAP_ATTRIBUTION=from the file', 'VITE_PLACES_ATTRIBUTION="two words"'])
  expect(settings).toMatchObject({
    mapAttribution: 'from the environment',
    placesAttribution: 'two words',
  })
})

test('a shop with the same origin as the API requires no settings, but is warned that it has none', () => {
  expect(readWith([]).apiHost).toBe('')
  expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('VITE_API_HOST is not set'))
})

test.each<[string, BufferEncoding, string, string]>([
  ['a byte order mark', 'utf8', '\ufeff', '\n'],
  ['UTF-16', 'utf16le', '\ufeff', '\n'],
  ['CR LF', 'utf8', '', '\r\n'],
  ['CR', 'utf8', '', '\r'],
])('reads a file with %s', (_, encoding, mark, end) => {
  const lines = ['VITE_MAP_ATTRIBUTION=Café', 'VITE_PLACES_ATTRIBUTION=two words', '']
  const settings = readWith(Buffer.from(mark + lines.join(end), encoding))
  expect(settings).toMatchObject({ mapAttribution: 'Café', placesAttribution: 'two words' })
})

test.each<[BufferEncoding, RegExp]>([
  ['latin1', /^.*\.env: line 2 is not valid UTF-8; it may be Latin-1 .* Save the file as UTF-8\.$/],
  ['utf16le', /^.*\.env: line 1 contains a NUL, as in UTF-16/],
])('refuses a file in %s with its reason', (encoding, message) => {
  const text = 'VITE_PLACES_ATTRIBUTION=two words\nVITE_MAP_ATTRIBUTION=Café\n'
  expect(() => readWith(Buffer.from(text, encoding))).toThrow(message)
})

test('refuses a copy of the example file in which nothing is set', () => {
  expect(() => readWith([read('.env.example')])).toThrow(/sets nothing: .* at least of VITE_API_HOST/)
  expect(() => readWith(['# The host\nVITE_API_HOST: https://api.example.com'])).toThrow(
    /sets nothing: line 2 must be NAME=value/,
  )
})

test('rejects a shop with a different origin, and lists the missing settings', () => {
  const lines = ['VITE_API_HOST=https://api.example', 'VITE_CHAT_SCRIPT=off']
  expect(() => readWith(lines)).toThrow(
    /VITE_PAYMENT_SCRIPT .*\n.*VITE_PAYMENT_PUBLIC_KEY .*\n.*VITE_MAP_TILES .*\n.*VITE_PLACES .*\nSet them/,
  )
  expect(() => readWith(lines)).not.toThrow(/VITE_CHAT_SCRIPT/)
  expect(readWith(lines, { allowIncomplete: true }).apiHost).toBe('https://api.example')
})

test("warns about a test key with the payment vendor's script", () => {
  const lines = [
    'VITE_API_HOST=https://api.example',
    'VITE_PAYMENT_SCRIPT=https://checkout.flutterwave.com/v3.js',
  ]
  readWith(lines, { allowIncomplete: true })
  expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('is a test key'))
  vi.stubEnv('VITE_PAYMENT_PUBLIC_KEY', 'FLWPUBK-0123456789abcdef-X')
  readWith(lines, { allowIncomplete: true })
  expect(write).toHaveBeenCalledTimes(1)
})

test('reports an invalid setting', () => {
  expect(() => readWith(['VITE_API_HOST=api.example'])).toThrow(/^VITE_API_HOST must be an origin/)
})

test('refuses requests over http from a shop on https, and warns if the origin of the shop is unknown', () => {
  const insecure = readEnv({ VITE_API_HOST: 'http://api.shop.example' }, false)
  expect(() => refuseMixedContent(insecure, 'https://shop.example')).toThrow(
    'Browsers block requests over http from a page on https: http://api.shop.example. Change these settings to https.',
  )
  refuseMixedContent(insecure, 'http://shop.example')
  refuseMixedContent(readEnv({ VITE_API_HOST: 'http://localhost:4000' }, false), '')
  refuseMixedContent(readEnv({ VITE_API_HOST: 'https://api.shop.example' }, false), 'https://shop.example')
  expect(write).not.toHaveBeenCalled()
  refuseMixedContent(insecure, '')
  expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Warning: Browsers block/))
})

test('lists the first 20 paths that the host did not send, and the number of others', () => {
  const unread = (count: number) =>
    new Map(Array.from({ length: count }, (_, index) => [`/products/${index}`, 'status 503']))
  const linesFor = (count: number) => {
    try {
      refuseUnread(unread(count))
    } catch (error) {
      return (error as Error).message.split('\n').slice(1)
    }
    return []
  }
  expect(linesFor(0)).toEqual([])
  expect(linesFor(1)).toEqual(['  /products/0 status 503'])
  expect([linesFor(20).length, linesFor(20).at(-1)]).toEqual([20, '  /products/19 status 503'])
  expect(linesFor(22).slice(-2)).toEqual(['  /products/19 status 503', '  … and 2 more'])
})

test('the public folder has the served files of all builds, and none of an earlier build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-served-'))
  const built = ['.built-from', '.vite/manifest.json', 'a.js', 'a.js.map', 'a.js.br', 'a.js.gz', 'index.html']
  const files = [...built.map((name) => `built/${name}`), 'pages/shop/1.html', 'public/old.html']
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name)
  }
  const copied = (isCopyServed: boolean) => {
    const to = join(folder, 'public')
    copyServed([join(folder, 'built'), join(folder, 'pages')], to, { isCopyServed })
    return readdirSync(to, { recursive: true }).sort()
  }
  expect(copied(false)).toEqual(['a.js', 'index.html', 'shop', 'shop/1.html'])
  expect(copied(true)).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'index.html', 'shop', 'shop/1.html'])
})

test('pages are prerendered from --api, or from the host of the shop, and only an origin is accepted', () => {
  const out = mkdtempSync(join(tmpdir(), 'kitabo-out-'))
  const settings = readEnv({ VITE_API_HOST: 'https://api.example' }, false)
  const [api, site] = ['https://other.example:8080', 'https://shop.example']
  const check = (options: Omit<Parameters<typeof checkOptions>[0], 'out'>, env = settings) =>
    checkOptions({ ...options, out }, env)
  expect(check({})).toEqual({ api: '', site: '' })
  expect(check({ site })).toEqual({ api: '', site })
  expect(check({ prerender: true, site })).toEqual({ api: 'https://api.example', site })
  expect(check({ prerender: true, api })).toEqual({ api, site: '' })
  expect(() => check({ api })).toThrow('--api is the host of prerendered pages. Add --prerender.')
  expect(() => check({ prerender: true }, readEnv({}, false))).toThrow(
    '--api must be an origin like https://shop.example, found "".',
  )
  for (const invalid of ['shop.example', 'ftp://shop.example', `${site}/`, `${site}/a`, `x ${site}`, ''])
    expect(() => check({ site: invalid })).toThrow(
      `--site must be an origin like ${site}, found "${invalid}".`,
    )
})
