import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import config from '../playwright.config.ts'
import { collectComplaints, expect, type RunningEmulator, startEmulator, test } from './emulator.ts'
import { buyWithPickup, freePort } from './shopper-actions.ts'

/** The deployed shop: built for a provider on a different origin, and served by nginx as an unprivileged user. */
const root = resolve(import.meta.dirname, '../..')
const NGINX = process.env.NGINX_PATH ?? '/usr/sbin/nginx'
/** A host name resolved only by the test browser, so that the build does not depend on a port. */
const PROVIDER = 'provider.example'
const UNPRIVILEGED_ID = 65_534

// Only on developers' machines: with CI=true, `npm test` installs nginx (scripts/checks/programs.ts). Otherwise it reports
// that these tests are skipped.
test.skip(!existsSync(NGINX), 'nginx is not on this machine')

let folder: string
let port: number
let server: ChildProcess
let emulator: RunningEmulator

function build(): void {
  const emulators = `http://${PROVIDER}/__emulator`
  execFileSync(process.execPath, ['scripts/run.mjs', 'build', '--out', join(folder, 'built')], {
    cwd: root,
    env: {
      ...process.env,
      VITE_API_HOST: `http://${PROVIDER}`,
      VITE_PAYMENT_SCRIPT: `http://${PROVIDER}/v3.js`,
      VITE_PAYMENT_PUBLIC_KEY: 'FLWPUBK_TEST-kitabo-X',
      VITE_MAP_TILES: `${emulators}/maps/tiles/{z}/{x}/{y}.svg`,
      VITE_PLACES: `${emulators}/maps/places?q={query}&lat=0.3476&lon=32.5825&limit=8`,
      VITE_CHAT_SCRIPT: `${emulators}/chat/kitabo/shop`,
    },
  })
}

/** Starts nginx with the build's configuration; only port and folder are replaced. */
async function startNginx(): Promise<ChildProcess> {
  port = await freePort()
  const shop = readFileSync(join(folder, 'built', 'nginx.conf'), 'utf8')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('root /usr/share/nginx/html;', `root ${folder}/built/public;`)
  writeFileSync(join(folder, 'shop.conf'), shop)
  const work = join(folder, 'work')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${work}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${work}/nginx.pid;\nevents {}\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n${temporary.join('\n')}\ninclude ${folder}/shop.conf;\n}\n`,
  )
  // As an unprivileged user, because tests in containers and CI often run as root.
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
  const child = spawn(NGINX, ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    ...user,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return child
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitabo-deployed-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'work'))
  chmodSync(join(folder, 'work'), 0o777)
  build()
  emulator = await startEmulator('--allow-host', PROVIDER)
  server = await startNginx()
})
test.afterAll(async () => {
  server?.kill('SIGTERM')
  await emulator?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' })

test('returns the shop for every path, with status 200 for pages and 404 for unknown paths', async () => {
  for (const path of ['/', '/shop', '/product-details/5', '/about-us', '/my-account', '/api']) {
    const page = await get(path)
    expect([path, page.status]).toEqual([path, 200])
    expect(await page.text()).toContain('<div id="root">')
  }
  for (const path of ['/nowhere', '/product-details/5/more', '/shop/more', '/__emulator']) {
    const page = await get(path)
    expect([path, page.status]).toEqual([path, 404])
    expect(await page.text()).toContain('<div id="root">')
  }
  expect((await get('/assets/none.js')).status).toBe(404)
  for (const path of ['/_headers', '/_redirects', '/index.html.br', '/.built-from'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  const slash = await get('/shop/?q=atlas')
  expect([slash.status, slash.headers.get('location')]).toEqual([301, '/shop?q=atlas'])
})

test('pages are revalidated on every visit, and files with a hash in their name are immutable', async () => {
  const page = await get('/shop')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const script = readdirSync(join(folder, 'built/public/assets')).find((name) => name.endsWith('.js'))
  const asset = await get(`/assets/${script}`)
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-type')).toBe('application/javascript; charset=utf-8')
  expect((await get('/assets/none.js')).headers.get('cache-control')).toBeNull()
  const etag = page.headers.get('etag') ?? ''
  expect((await get('/shop', { 'if-none-match': etag })).status).toBe(304)
})

test("every page, including 404, has the build's Content-Security-Policy, and every response has the common headers", async () => {
  for (const path of ['/', '/shop', '/about-us', '/product-details/5', '/nowhere']) {
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`connect-src 'self' http://${PROVIDER}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  expect(manifest.headers.get('content-security-policy')).toBeNull()
  expect(manifest.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('no page contains a style attribute or inline handler, which the Content-Security-Policy would block', () => {
  const folderOfShop = join(folder, 'built/public')
  const pages = readdirSync(folderOfShop, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  expect(pages).toContain('404.html')
  for (const name of pages) {
    const html = readFileSync(join(folderOfShop, name), 'utf8')
    expect([name, html.match(/<[^>]+ (?:style|on[a-z]+)="[^"]*"/g)]).toEqual([name, null])
  }
})

test("text is served from the build's compressed files, and byte ranges are supported", async () => {
  const page = await get('/shop', { 'accept-encoding': 'gzip' })
  expect([page.headers.get('content-encoding'), page.headers.get('vary')]).toEqual([
    'gzip',
    'Accept-Encoding',
  ])
  expect(await page.text()).toContain('<div id="root">')
  const plain = await get('/shop', { 'accept-encoding': 'identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const part = await get('/favicon.svg', { range: 'bytes=0-3', 'accept-encoding': 'identity' })
  expect([part.status, await part.text()]).toEqual([206, '<svg'])
})

const launchOptions = config.use?.launchOptions

test.describe('in Chromium', () => {
  test('a shopper buys a book, and the provider has the order', async ({ playwright }) => {
    // The provider's port was not known before.
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions?.args ?? []),
        `--host-resolver-rules=MAP ${PROVIDER} 127.0.0.1:${new URL(emulator.origin).port}`,
      ],
    })
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${port}`, serviceWorkers: 'allow' })
    const complaints = await collectComplaints(page)
    const ordersBefore = countOrders()

    const book = emulator.row<{ id: number }>('SELECT id FROM products WHERE stock > 4 ORDER BY id LIMIT 1')
    await buyWithPickup(page, book.id)
    await expect(page).toHaveURL(/\/shop$/)
    expect(countOrders()).toBe(ordersBefore + 1)
    expect(complaints).toEqual([])

    // The provider's script may insert HTML without Trusted Types, but scripts in that HTML must not run.
    const written = await page.evaluate(() => {
      const box = document.createElement('div')
      box.innerHTML =
        '<b style="color: red">text</b><img src="data:," onerror="alert(1)"><script>alert(1)</script>'
      return box.innerHTML
    })
    expect(written).toBe('<b style="color: red">text</b><img src="data:,">')
    const loaded = await page.evaluate(() => {
      try {
        document.createElement('script').src = '/assets/uploaded.js'
        return true
      } catch {
        return false
      }
    })
    expect(loaded).toBe(false)
    await browser.close()
  })
})

function countOrders(): number {
  return emulator.row<{ count: number }>('SELECT count(*) AS count FROM orders').count
}
