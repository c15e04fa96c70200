import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, Page } from '@playwright/test'
import { freePort } from '../driver/free-port.ts'
import { buyWithPickup } from '../driver/shopper-actions.ts'
import config from '../playwright.config.ts'
import { collectComplaints, expect, type RunningEmulator, startShop, test } from './emulator.ts'

/**
 * The deployed shop: built with live settings for a provider on a different origin, and deployed by the commands in
 * docs/deployment.md with nginx as an unprivileged user.
 */
const root = resolve(import.meta.dirname, '../..')
const NGINX = process.env.NGINX_PATH ?? '/usr/sbin/nginx'
/** A host name resolved only by the test browser, so that the build does not depend on a port. */
const PROVIDER = 'provider.example'
const SITE = 'http://shop.example'
const UNPRIVILEGED_ID = 65_534

// On a developer's machine without nginx, `npm test` reports that these tests are skipped. With CI=true, it installs
// nginx (scripts/toolchain/programs.ts), and these tests fail without it.
test.skip(!process.env.CI && !existsSync(NGINX), 'nginx is not installed')
// The second deployment is tested after the first.
test.describe.configure({ mode: 'serial' })

let folder: string
let port: number
let tlsPort: number
let server: ChildProcess
let emulator: RunningEmulator

/** Replaces the places in the documented commands by folders of this test. */
const inFolder = (script: string) =>
  script
    .replaceAll('sudo ', '')
    .replaceAll('/var/www/shop', `${folder}/shop`)
    .replaceAll('/etc/nginx/conf.d', `${folder}/conf.d`)
    .replaceAll('/etc/nginx/shop-tls.conf', `${folder}/shop-tls.conf`)
    .replaceAll('/etc/letsencrypt/live/shop.example', folder)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${tlsPort} ssl`)
    .replaceAll('[::]:443 ssl', `[::1]:${tlsPort} ssl`)
    .replaceAll('dist/', `${folder}/built/`)
    .replaceAll('[::]:80;', `[::1]:${port};`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${port};`)

/** Runs commands of docs/deployment.md, with nginx reading this test's folder. */
function runDocumented(script: string): string {
  // As a builder and an administrator with a umask of 077 would.
  const command = `umask 077\nnginx() { "$NGINX_PATH" -e stderr -c "$FOLDER/nginx.conf" "$@"; }\n${inFolder(script)}`
  return execFileSync('bash', ['-euc', command], {
    env: { ...process.env, NGINX_PATH: NGINX, FOLDER: folder },
    encoding: 'utf8',
  })
}

/** Returns the documented commands, or the documented file, that contain a text. */
function documented(part: string, language = 'sh'): string {
  const text = readFileSync(join(root, 'docs/deployment.md'), 'utf8')
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
  const [block] = [...blocks].flatMap(([, text = '']) => (text.includes(part) ? [text] : []))
  if (block === undefined) throw new Error(`docs/deployment.md has no commands with ${part}`)
  return block
}

/** Builds with live settings. @param chat the live chat's loader, or off */
function build(chat: string, ...options: string[]): void {
  const emulators = `http://${PROVIDER}/__emulator`
  const out = join(folder, 'built')
  const command = [process.execPath, 'scripts/run.mjs', 'scripts/build.ts', '--out', out, ...options]
  execFileSync('bash', ['-c', 'umask 077 && exec "$@"', 'build', ...command], {
    cwd: root,
    env: {
      ...process.env,
      VITE_API_HOST: `http://${PROVIDER}`,
      VITE_PAYMENT_SCRIPT: 'https://checkout.flutterwave.com/v3.js',
      VITE_PAYMENT_PUBLIC_KEY: 'FLWPUBK-0123456789abcdef0123456789abcdef-X',
      VITE_MAP_TILES: `${emulators}/maps/tiles/{z}/{x}/{y}.svg`,
      VITE_PLACES: `${emulators}/maps/places?q={query}&lat=0.3476&lon=32.5825&limit=8`,
      VITE_CHAT_SCRIPT: chat,
    },
  })
}

/** Starts nginx with a configuration that includes conf.d, like Debian's. */
async function startNginx(): Promise<ChildProcess> {
  const work = join(folder, 'work')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${work}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${work}/nginx.pid;\nevents {}\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n${temporary.join('\n')}\ninclude ${folder}/conf.d/*.conf;\n}\n`,
  )
  // As an unprivileged user, because tests in containers and CI often run as root.
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
  const child = spawn(NGINX, ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    ...user,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await expect.poll(() => existsSync(join(work, 'nginx.pid'))).toBe(true)
  return child
}

/** Waits until nginx serves the build that is deployed. */
async function expectDeployed(): Promise<void> {
  const page = readFileSync(join(folder, 'shop/current/public/index.html'), 'utf8')
  await expect.poll(() => get('/').then((response) => response.text(), String)).toBe(page)
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitabo-deployed-'))
  chmodSync(folder, 0o755)
  for (const name of ['work', 'conf.d']) mkdirSync(join(folder, name))
  chmodSync(join(folder, 'work'), 0o777)
  port = await freePort()
  tlsPort = await freePort()
  const hosts = ['--allow-host', PROVIDER, '--allow-host', 'checkout.flutterwave.com']
  emulator = await startShop(...hosts, '--products', '20')
  build('https://embed.tawk.to/kitabo/shop', '--prerender', '--api', emulator.origin, '--site', SITE)
  server = await startNginx()
  runDocumented(documented('ln -sfn /var/www/shop/current/nginx.conf'))
  runDocumented(documented('release='))
  await expectDeployed()
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
    expect(page.status, path).toBe(200)
    expect(await page.text()).toContain('<div id="root">')
  }
  const undecodable = ['/%', '/authors/%', '/authors/%E0%A4%A', '/product-details/%zz', '/product/%']
  for (const path of ['/nowhere', '/product-details/5/more', '/shop/more', '/__emulator', ...undecodable]) {
    const page = await get(path)
    expect(page.status, path).toBe(404)
    expect(await page.text()).toContain('<div id="root">')
  }
  expect((await get('/assets/none.js')).status).toBe(404)
  for (const path of ['/_headers', '/_redirects', '/index.html.br', '/.built-from'])
    expect((await get(path)).status, path).toBe(404)
  expect((await get('/shop/?q=atlas')).status).toBe(200)
})

test('pages are revalidated on every visit, and files with a hash in their name are immutable', async () => {
  const page = await get('/shop')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const script = readdirSync(join(folder, 'built/public/assets')).find((name) => name.endsWith('.js'))
  const asset = await get(`/assets/${script}`)
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-type')).toBe('application/javascript; charset=utf-8')
  expect((await get('/assets/none.js')).headers.get('cache-control')).toBe('no-cache')
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

test('no page contains an inline handler, which the Content-Security-Policy would block', () => {
  const folderOfShop = join(folder, 'built/public')
  const pages = readdirSync(folderOfShop, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  expect(pages).toEqual(expect.arrayContaining(['404.html', 'product-details/5.html']))
  for (const name of pages) {
    const html = readFileSync(join(folderOfShop, name), 'utf8')
    expect(html.match(/<[^>]+ on[a-z]+="[^"]*"/g), name).toBeNull()
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
  expect(part.status).toBe(206)
  expect(await part.text()).toBe('<svg')
})

test('the pages of products are prerendered', async () => {
  const page = await (await get('/product-details/5')).text()
  expect(page).toContain(`<link rel="canonical" href="${SITE}/product-details/5"`)
  expect(await (await get('/sitemap.xml')).text()).toContain(`<loc>${SITE}/product-details/5</loc>`)
})

test('nginx terminates TLS with HTTP/2, redirects to it, and keeps both in the next release', async () => {
  const key = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const subject = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=shop.example']
  execFileSync('openssl', ['req', '-x509', ...subject, ...key], { stdio: 'ignore' })
  chmodSync(join(folder, 'privkey.pem'), 0o644)
  const http = readlinkSync(join(folder, 'shop/current'))
  for (const file of ['/etc/nginx/conf.d/shop-redirect.conf', '/etc/nginx/shop-tls.conf'])
    writeFileSync(inFolder(file), inFolder(documented(`# ${file}`, 'nginx')))
  const line = documented('include /etc/nginx/shop-tls.conf').trim()
  const release = documented('release=').replace(/^sudo sed .*$/m, () => line)

  for (const [at, path] of ['/shop', '/about-us'].entries()) {
    runDocumented(release.replace(/\$\(date [^)]+\)/, `tls-${at}`))
    const expected = readFileSync(join(folder, `shop/current/public${path}.html`), 'utf8')
    await expect.poll(() => getByHttp2(path).then(({ body }) => body, String)).toBe(expected)
    const headers = await getByHttp2(path)
    expect(headers).toMatchObject({ ':status': 200, 'strict-transport-security': 'max-age=31536000' })
    expect(headers['content-security-policy']).toContain(`connect-src 'self' http://${PROVIDER}`)
    const redirect = () => get(`${path}?q=a`).then(({ headers }) => headers.get('location'), String)
    // The former processes still answer on open connections.
    await expect.poll(redirect).toBe(`https://shop.example${path}?q=a`)
  }

  rmSync(join(folder, 'conf.d/shop-redirect.conf'))
  runDocumented(
    documented('ls /var/www/shop/releases').replaceAll(/\/var\/www\/shop\/releases\/\d+-\d+/g, http),
  )
  await expectDeployed()
})

/** Requests a page from nginx by HTTP/2, and returns its headers and body. */
async function getByHttp2(path: string): Promise<IncomingHttpHeaders & { body: string }> {
  const session = connect(`https://127.0.0.1:${tlsPort}`, { rejectUnauthorized: false })
  // The request rejects with the same error, for example while nginx does not listen yet.
  session.on('error', () => {})
  try {
    const request = session.request({ ':path': path, ':authority': 'shop.example' })
    const [headers] = (await once(request, 'response')) as [IncomingHttpHeaders]
    const body = await text(request)
    return { ...headers, body }
  } finally {
    session.close()
  }
}

const launchOptions = config.use?.launchOptions

test.describe('in Chromium', () => {
  let browser: Browser
  // The provider's port was not known before.
  test.beforeAll(async ({ playwright }) => {
    const { port: providerPort } = new URL(emulator.origin)
    browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions?.args ?? []),
        `--host-resolver-rules=MAP ${PROVIDER} 127.0.0.1:${providerPort}`,
      ],
    })
  })
  test.afterAll(() => browser?.close())

  /** Opens a tab in which the simulators stand for the payment and chat providers' hosts. */
  async function openTab(): Promise<Page> {
    // Without the service worker, every file of an open tab is requested from nginx.
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${port}` })
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await page.route('https://checkout.flutterwave.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: emulator.origin + pathname + search }) })
    })
    await page.route('https://embed.tawk.to/**', async (route) => {
      await route.fulfill({
        response: await route.fetch({ url: `${emulator.origin}/__emulator/chat/emulator/shop` }),
      })
    })
    return page
  }

  /** Closes a tab. Its routes are removed first, because the payment vendor's script may still load its next frame. */
  async function close(page: Page): Promise<void> {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  }

  async function expectPurchase(chat: 'on' | 'off'): Promise<void> {
    const page = await openTab()
    const complaints = await collectComplaints(page)
    const ordersBefore = countOrders()
    const book = emulator.row<{ id: number }>('SELECT id FROM products WHERE stock > 4 ORDER BY id LIMIT 1')
    await buyWithPickup(page, book.id, { chat })
    await expect(page).toHaveURL(/\/shop$/)
    expect(countOrders()).toBe(ordersBefore + 1)
    expect(complaints).toEqual([])
    await close(page)
  }

  test('a shopper buys a book with the chat on, and the provider has the order', async () => {
    await expectPurchase('on')
  })

  test("a provider's script may insert HTML, but scripts in it do not run", async () => {
    const page = await openTab()
    await page.goto('/about-us')
    await page.getByRole('button', { name: 'Live chat' }).click()
    await expect(page.locator('script[src="https://embed.tawk.to/kitabo/shop"]')).toBeAttached()
    const written = () =>
      page.evaluate(() => {
        const box = document.createElement('div')
        box.innerHTML =
          '<b style="color: red">text</b><img src="data:," onerror="alert(1)"><script>alert(1)</script>'
        return box.innerHTML
      })
    expect(await written()).toBe('<b style="color: red">text</b><img src="data:,">')
    const loaded = await page.evaluate(() => {
      try {
        document.createElement('script').src = '/assets/uploaded.js'
        return true
      } catch {
        return false
      }
    })
    expect(loaded).toBe(false)
    await close(page)
  })

  test('a tab that stays open works through a second deployment and a rollback', {
    tag: '@thorough',
  }, async () => {
    const first = readlinkSync(join(folder, 'shop/current'))
    const tab = await openTab()
    await tab.goto('/shop')
    await tab.waitForLoadState('networkidle')
    await tab.evaluate(() => Object.assign(window, { isSameDocument: true }))

    build('off')
    runDocumented(documented('release='))
    await expectDeployed()
    expect(readlinkSync(join(folder, 'shop/current'))).not.toBe(first)
    await follow(tab, 'Refund Policy')
    // A build without --prerender contains no pages of an earlier one.
    expect(await (await get('/product-details/5')).text()).not.toContain('rel="canonical"')

    const later = await openTab()
    await later.goto('/shop')
    await later.waitForLoadState('networkidle')
    await later.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await expectPurchase('off')

    const rollback = documented('ls /var/www/shop/releases').replaceAll(
      /\/var\/www\/shop\/releases\/\d+-\d+/g,
      first,
    )
    expect(runDocumented(rollback)).toContain(basename(first))
    await expectDeployed()
    expect(await (await get('/product-details/5')).text()).toContain('rel="canonical"')
    for (const each of [tab, later]) {
      await follow(each, 'Contact Us')
      await close(each)
    }
    await expectPurchase('on')
  })

  /** Opens a page whose code was not loaded before, in the same document. */
  async function follow(tab: Page, name: string): Promise<void> {
    await tab.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(tab.getByRole('heading', { level: 1, name })).toBeVisible()
    expect(await tab.evaluate(() => 'isSameDocument' in window)).toBe(true)
  }
})

function countOrders(): number {
  return emulator.row<{ count: number }>('SELECT count(*) AS count FROM orders').count
}
