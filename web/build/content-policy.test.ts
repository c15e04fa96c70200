import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../src/config/read-env.ts'
import { makeContentPolicy, sourceOf } from './content-policy.ts'

const PAGE = '<style>a{}</style><script>run()</script><script type="application/ld+json">{}</script>'
const OTHER = '<style>b{}</style><script>run()</script>'

function directivesOf(values: Record<string, string>, pages = [PAGE]): Record<string, string[]> {
  const policy = makeContentPolicy(pages, readEnv(values, false))
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('allows exactly the inline content of the pages, without duplicates', () => {
  const { 'script-src': scripts, 'style-src': styles } = directivesOf({}, [PAGE, OTHER])
  expect(scripts).toEqual(["'self'", hash('run()')])
  expect(styles).toEqual(["'self'", hash('a{}'), hash('b{}')])
})

test('forbids eval, inline handlers and frames, requires Trusted Types, and allows only style attributes inline', () => {
  const policy = makeContentPolicy([PAGE], readEnv({}, false))
  expect(policy.match(/unsafe-[a-z-]+/g)).toEqual(['unsafe-inline'])
  expect(directivesOf({})).toMatchObject({
    'style-src-attr': ["'unsafe-inline'"],
    'default-src': ["'none'"],
    'connect-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  })
})

test('allows requests to every host in the settings', () => {
  const requested = directivesOf({
    VITE_API_HOST: 'https://api.example:8443/',
    VITE_ADMIN_HOST: 'https://admin.example',
    VITE_PLACES: 'https://places.example/api/?q={query}',
    VITE_USAGE_EVENTS: 'https://events.example/in',
    VITE_MAP_TILES: 'https://{s}.tile.example/{z}/{x}/{y}.png',
  })
  expect(requested['connect-src']).toEqual([
    "'self'",
    'https://api.example:8443',
    'https://admin.example',
    'https://places.example',
    'https://events.example',
    'https://*.tile.example',
  ])
  expect(requested['img-src']).toContain('https:')
})

test('allows scripts, frames and requests from the payment vendor and the chat', () => {
  const foreign = directivesOf({
    VITE_PAYMENT_SCRIPT: 'http://localhost:4000/v3.js',
    VITE_CHAT_SCRIPT: '//chat.example/loader',
  })
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'style-src', 'form-action'])
    expect(foreign[directive]).toEqual(expect.arrayContaining(['http://localhost:4000', 'chat.example']))
})

test("allows the additional hosts of the payment vendor's script", () => {
  const { 'script-src': scripts, 'frame-src': frames } = directivesOf({
    VITE_PAYMENT_SCRIPT: 'https://checkout.flutterwave.com/v3.js',
  })
  // Covers the script's host.
  expect(scripts).toContain('https://*.flutterwave.com')
  expect(scripts).not.toContain('https://checkout.flutterwave.com')
  expect(frames).toEqual(expect.arrayContaining(['https://*.f4b-flutterwave.com', 'https://*.ravepay.co']))
})

test('allows inline styles only for a chat that requires them', () => {
  const { 'style-src': styles } = directivesOf({ VITE_CHAT_SCRIPT: 'https://embed.tawk.to/a/b' })
  expect(styles).toContain("'unsafe-inline'")
  expect(styles?.join(' ')).not.toContain('sha256')
})

test('allows only the required files of a public CDN for the chat', () => {
  const chat = directivesOf({ VITE_CHAT_SCRIPT: 'https://embed.tawk.to/a/b' })
  const cdn = Object.values(chat)
    .flat()
    .filter((source) => source.includes('jsdelivr'))
  expect(cdn).toHaveLength(2)
  for (const source of cdn) expect(source).toMatch(/^https:\/\/cdn\.jsdelivr\.net\/emojione\/.+\.(js|css)$/)
})

test('allows images over plain http only from a host in the settings', () => {
  expect(directivesOf({})['img-src']).toEqual(["'self'", 'https:', 'data:', 'blob:'])
  const { 'img-src': images } = directivesOf({ VITE_API_HOST: 'http://localhost:4000' })
  expect(images).toContain('http://localhost:4000')
  expect(images).not.toContain('http:')
})

test('has at most 2000 characters, the limit of Cloudflare Pages, with every setting', () => {
  const example = readFileSync(resolve(import.meta.dirname, '../../.env.example'), 'utf8')
  const values = Object.fromEntries(
    [...example.matchAll(/^#(VITE_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const pages = Array.from({ length: 9 }, (_, index) => `<style>${index}</style>`)
  for (const chat of ['off', 'https://embed.tawk.to/a/b']) {
    const policy = makeContentPolicy([PAGE, ...pages], readEnv({ ...values, VITE_CHAT_SCRIPT: chat }, false))
    expect(`Content-Security-Policy: ${policy}`.length).toBeLessThan(2000)
  }
})

test('reports to the URL in the settings', () => {
  const settings = readEnv({ VITE_POLICY_REPORTS: 'https://reports.example/csp' }, false)
  expect(makeContentPolicy([PAGE], settings)).toContain(
    'report-uri https://reports.example/csp; report-to policy',
  )
})

test.each([
  ['/v3.js', []],
  ['', []],
  ['https://a.example/x/{z}', ['https://a.example']],
  ['https://{s}.a.example/{z}', ['https://*.a.example']],
  ['https://tiles-{s}.a.example/{z}', ['https:']],
])('the policy sources for %s are %j', (url, sources) => {
  expect(sourceOf(url)).toEqual(sources)
})
