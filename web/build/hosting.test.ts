import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '../src/app/routes.ts'
import { readEnv } from '../src/config/read-env.ts'
import { hosting, makeReadable, webServers, writeServerFiles } from './hosting.ts'
import { type Deployment, makeHostingTable } from './hosting-table.ts'

const pages = routes.map(({ isHidden = false, prerenderedPages, ...route }) => ({
  ...route,
  isHidden,
  prerenderedPages,
  path: route.path.replace(/^\*/, '/*'),
  example: route.example ?? route.path,
}))
const settings = readEnv({ VITE_POLICY_REPORTS: 'https://reports.example/csp' }, false)

/** Returns the files that a host requires for a build with one script and one prerendered product. */
function configFiles(name: keyof typeof webServers, isComplete = true): Record<string, string> {
  const table = makeHostingTable(['<style>a{}</style>'], pages, settings, isComplete)
  const files = ['assets/a.js', 'index.html', 'product-details/5.html', 'shells/product.html']
  const deployment: Deployment = { table, files, readPublic: (file) => `text of ${file}` }
  return webServers[name].configFiles(deployment)
}

test.each(['nginx', 'apache', 'caddy'] as const)(
  'the configuration for %s contains all pages and the policy',
  (name) => {
    const [text = ''] = Object.values(configFiles(name))
    const { pages: paths, patterns } = makeHostingTable([], pages, settings)
    for (const part of [
      "default-src 'none'",
      ...paths,
      ...patterns.flatMap(({ prefix, shell }) => [prefix, shell]),
    ])
      expect(text).toContain(part)
  },
)

test('on Cloudflare Pages, files come before shells, which are the nearest 404 pages of a complete build', () => {
  const files = configFiles('cloudflare')
  expect(files['public/product-details/404.html']).toBe('text of shells/product.html')
  expect(files).not.toHaveProperty('public/_redirects')
  expect(configFiles('cloudflare', false)['public/_redirects']).toContain(
    '/product-details/:id /shells/product 200\n',
  )
})

test('Netlify responds with 404 to a path with an extension, and serves shells with the status of the build', () => {
  const rules = configFiles('netlify')['public/_redirects'] ?? ''
  for (const rule of [
    '/index.html /404.html 404!',
    '/product-details/5.html /404.html 404!',
    '/product-details/:id /shells/product.html 404',
  ])
    expect(rules.split('\n')).toContain(rule)
  expect(configFiles('netlify', false)['public/_redirects']).toContain(
    '/product-details/:id /shells/product.html 200\n',
  )
})

test('on Netlify, only existing files are immutable', () => {
  expect(configFiles('netlify')['public/_headers']).toContain(
    '\n/assets/a.js\n  Cache-Control: public, max-age=31536000, immutable\n',
  )
  expect(configFiles('netlify')['public/_headers']).not.toContain('/assets/*')
})

test('Cloudflare Pages reports too many files, and a header that it would drop', () => {
  const { listExceededLimits } = webServers.cloudflare
  const files = Array.from({ length: 20_001 }, (_, index) => `product-details/${index}.html`)
  expect(listExceededLimits(files, {})).toEqual(['20001 files; Cloudflare Pages accepts 20000.'])
  const line = `  Content-Security-Policy: ${'a'.repeat(2000)}`
  expect(listExceededLimits([], { 'public/_headers': line })).toEqual([
    'Content-Security-Policy has 2027 characters; Cloudflare Pages drops headers above 2000.',
  ])
  expect(listExceededLimits([], configFiles('cloudflare'))).toEqual([])
})

test('allows only the payment vendor to request payments inside a frame', () => {
  const { common } = makeHostingTable(
    [],
    [],
    readEnv({ VITE_PAYMENT_SCRIPT: 'https://checkout.flutterwave.com/v3.js' }, false),
  )
  expect(common['Permissions-Policy']).toContain('payment=(self "https://checkout.flutterwave.com" ')
  expect(common['Permissions-Policy']).not.toContain('*,')
  expect(makeHostingTable([], [], settings).common['Permissions-Policy']).toContain('payment=(self), ')
})

/** Creates a folder with the files of a built shop: the page, and the table of its routes in the renderer. */
function createBuiltShop(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-hosting-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = {
    'shop/index.html': '<style>a{}</style>',
    'shop/shells/product.html': '<style>b{}</style>',
    'shop/page.txt': '<style>c{}</style>',
    'shop-renderer/renderer.mjs': `export const routeTable = ${JSON.stringify(pages)}`,
    'out/public/assets/a.js': '',
    'out/public/product-details/5.html': '',
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test("a deployment has its server's files, and a table with the policy of the build's documents", async () => {
  const folder = createBuiltShop()
  const out = join(folder, 'out')
  const deployment = { built: join(folder, 'shop'), out, isComplete: true }
  expect(await writeServerFiles(deployment, 'netlify', settings)).toEqual([])
  const table = JSON.parse(readFileSync(join(out, 'hosting.json'), 'utf8'))
  expect(table).toMatchObject({ shellStatus: 404, notFound: '/404.html' })
  const policy: string = table.page['Content-Security-Policy']
  expect(policy).toContain(`style-src 'self' ${hashOf('a{}')} ${hashOf('b{}')};`)
  expect(readFileSync(join(out, 'public/_headers'), 'utf8')).toContain('\n/assets/a.js\n')
  expect(readFileSync(join(out, 'public/_redirects'), 'utf8')).toContain(
    '/product-details/5.html /404.html 404!',
  )
  const long = { ...settings, policyReports: `https://reports.example/${'a'.repeat(2000)}` }
  const exceeded = await writeServerFiles({ ...deployment, isComplete: false }, 'cloudflare', long)
  expect(exceeded).toContainEqual(expect.stringContaining('Cloudflare Pages drops headers above 2000.'))
  expect(JSON.parse(readFileSync(join(out, 'hosting.json'), 'utf8'))).toMatchObject({ shellStatus: 200 })
})

test('a build has the table for the emulator in the folder of its renderer', async () => {
  const folder = createBuiltShop()
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [hosting(settings)],
    build: {
      outDir: 'shop',
      emptyOutDir: false,
      rolldownOptions: { input: join(folder, 'shop/index.html') },
    },
  })
  const table = JSON.parse(readFileSync(join(folder, 'shop-renderer/hosting.json'), 'utf8'))
  expect(table.pages).toContain('/about-us')
  expect(table.page['Content-Security-Policy']).toContain(hashOf('b{}'))
})

test.skipIf(process.platform === 'win32')(
  'every user can read a build that was made with a umask of 077',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitabo-modes-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'public/assets'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'public/assets/a.js'), '', { mode: 0o600 })
    makeReadable(folder)
    const modes = ['', 'public', 'public/assets', 'public/assets/a.js'].map(
      (name) => statSync(join(folder, name)).mode & 0o777,
    )
    expect(modes).toEqual([0o755, 0o755, 0o755, 0o644])
  },
)
