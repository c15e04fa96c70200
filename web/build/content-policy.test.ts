import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../src/config/read-env.ts'
import { contentPolicy, sourceOf } from './content-policy.ts'

const PAGE = '<style>a{}</style><script>run()</script><script type="application/ld+json">{}</script>'
const OTHER = '<style>b{}</style><script>run()</script>'

/** The sources of each directive of a policy. */
function directivesOf(values: Record<string, string>, pages = [PAGE]): Record<string, string[]> {
  const policy = contentPolicy(pages, readEnv(values, false))
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('allows nothing inline but what the pages hold, each once', () => {
  const { 'script-src': scripts, 'style-src': styles } = directivesOf({}, [PAGE, OTHER])
  expect(scripts).toEqual(["'self'", hash('run()')])
  expect(styles).toEqual(["'self'", hash('a{}'), hash('b{}')])
})

test('allows neither eval nor inline handlers, frames nothing and requires trusted types', () => {
  const policy = contentPolicy([PAGE], readEnv({}, false))
  expect(policy).not.toContain('unsafe')
  expect(directivesOf({})).toMatchObject({
    'default-src': ["'none'"],
    'connect-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  })
})

test('lets the shop ask every host that a setting names', () => {
  const requested = directivesOf({
    VITE_API_HOST: 'https://api.example:8443/',
    VITE_ADMIN_HOST: 'https://admin.example',
    VITE_PLACES: 'https://places.example/api/?q={query}',
    VITE_USAGE_EVENTS: 'https://events.example/in',
    VITE_DRIFT_REPORTS: 'https://reports.example/drift',
    VITE_MAP_TILES: 'https://{s}.tile.example/{z}/{x}/{y}.png',
  })
  expect(requested['connect-src']).toEqual([
    "'self'",
    'https://api.example:8443',
    'https://admin.example',
    'https://places.example',
    'https://events.example',
    'https://reports.example',
    'https://*.tile.example',
  ])
  expect(requested['img-src']).toContain('https:')
})

test('lets the payment script and the chat of another host run, frame and ask their own host', () => {
  const foreign = directivesOf({
    VITE_PAYMENT_SCRIPT: 'http://localhost:4000/v3.js',
    VITE_CHAT_SCRIPT: '//chat.example/loader',
  })
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'style-src', 'form-action'])
    expect(foreign[directive]).toEqual(expect.arrayContaining(['http://localhost:4000', 'chat.example']))
})

test("knows the further hosts of the payment provider's script", () => {
  const { 'script-src': scripts, 'frame-src': frames } = directivesOf({
    VITE_PAYMENT_SCRIPT: 'https://checkout.flutterwave.com/v3.js',
  })
  expect(scripts).toContain('https://checkout.flutterwave.com')
  expect(frames).toEqual(expect.arrayContaining(['https://*.f4b-flutterwave.com', 'https://*.ravepay.co']))
})

test('allows inline styles only to a chat that is known to write them', () => {
  const { 'style-src': styles } = directivesOf({ VITE_CHAT_SCRIPT: 'https://embed.tawk.to/a/b' })
  expect(styles).toContain("'unsafe-inline'")
  expect(styles?.join(' ')).not.toContain('sha256')
})

test('lets the chat load exactly the files that it needs of a public CDN', () => {
  const chat = directivesOf({ VITE_CHAT_SCRIPT: 'https://embed.tawk.to/a/b' })
  const cdn = Object.values(chat)
    .flat()
    .filter((source) => source.includes('jsdelivr'))
  expect(cdn).toHaveLength(2)
  for (const source of cdn) expect(source).toMatch(/^https:\/\/cdn\.jsdelivr\.net\/emojione\/.+\.(js|css)$/)
})

test('allows images over plain http only from a host that a setting names', () => {
  expect(directivesOf({})['img-src']).toEqual(["'self'", 'https:', 'data:', 'blob:'])
  const { 'img-src': images } = directivesOf({ VITE_API_HOST: 'http://localhost:4000' })
  expect(images).toContain('http://localhost:4000')
  expect(images).not.toContain('http:')
})

test('fits into the 2000 characters that Cloudflare Pages takes for a header, with every setting', () => {
  const example = readFileSync(resolve(import.meta.dirname, '../../.env.example'), 'utf8')
  const values = Object.fromEntries(
    [...example.matchAll(/^#(VITE_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const pages = Array.from({ length: 9 }, (_, at) => `<style>${at}</style>`)
  for (const chat of ['off', 'https://embed.tawk.to/a/b']) {
    const policy = contentPolicy([PAGE, ...pages], readEnv({ ...values, VITE_CHAT_SCRIPT: chat }, false))
    expect(`Content-Security-Policy: ${policy}`.length).toBeLessThan(2000)
  }
})

test('reports to the address of the setting, and a meta element leaves out what it must not hold', () => {
  const settings = readEnv({ VITE_POLICY_REPORTS: 'https://reports.example/csp' }, false)
  expect(contentPolicy([PAGE], settings)).toContain(
    'report-uri https://reports.example/csp; report-to policy',
  )
  expect(contentPolicy([PAGE], settings, { inMeta: true })).not.toMatch(/report-|frame-ancestors/)
})

test.each([
  ['/v3.js', []],
  ['', []],
  ['https://a.example/x/{z}', ['https://a.example']],
  ['https://{s}.a.example/{z}', ['https://*.a.example']],
  ['https://tiles-{s}.a.example/{z}', ['https:']],
])('the source of %s is %j', (address, sources) => {
  expect(sourceOf(address)).toEqual(sources)
})
