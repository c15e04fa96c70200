import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build, type Plugin, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { pageFiles } from './chunks.ts'
import type { Page } from './renderer.ts'
import { listCachedFiles, serviceWorker } from './service-worker.ts'

/** A shop of two pages, a lazy menu that every page may open, and a library that is rarely used. */
const SHOP = {
  'src/entry.ts': `
    import './entry.css'
    import { shared } from './random.ts'
    window.shop = [
      shared,
      () => import('./menu.ts'),
      () => import('./pages/home-page.tsx'),
      () => import('./pages/list-page.tsx'),
    ]`,
  'src/entry.css': `
    @font-face { font-family: Text; src: url('./text-basic.woff2') }
    body { color: red }`,
  'src/text-basic.woff2': 'x'.repeat(5000),
  'src/random.ts': `export const shared = Math.random()`,
  'src/menu.ts': `import './menu.css'
    export const menu = Math.random()`,
  'src/menu.css': '.menu { color: green }',
  'src/pages/home-page.tsx': `import './home.css'
    import { shared } from '../random.ts'
    export const home = () => shared`,
  'src/pages/home.css': '.home { color: blue }',
  'src/pages/list-page.tsx': `import { shared } from '../random.ts'
    export const list = () => [shared, import('../uqr/code.ts')]`,
  'src/uqr/code.ts': `export const code = Math.random()`,
  'service-worker/worker.ts': `report(SHOP_FILES)`,
}

let root: string
let bundle: Rolldown.OutputBundle

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'kitabo-chunks-'))
  for (const [file, text] of Object.entries(SHOP)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  await buildShop({
    name: 'keep-bundle',
    writeBundle(_, written) {
      bundle = written
    },
  })
})

const buildShop = (plugin: Plugin) =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    build: { rolldownOptions: { input: join(root, 'src/entry.ts') } },
  })

/** Returns the sorted names of files without their hashes. */
const names = (paths: readonly string[]) =>
  paths.map((path) => path.replace(/-[\w-]{8}(?=\.\w+$)/, '')).sort()
const pageOf = (module: string) => ({ module }) as Page

describe('the files of a page', () => {
  test('are the entry, the page with what both import, their style sheets, and the fonts', () => {
    const { scripts, styles, fonts } = pageFiles(pageOf('home-page'), bundle)
    expect(names(scripts)).toEqual(['/assets/entry.js', '/assets/home-page.js'])
    expect(names(styles)).toEqual(['/assets/entry.css', '/assets/home-page.css'])
    expect(names(fonts)).toEqual(['/assets/text-basic.woff2'])
  })

  test('are not found for a page that the build lacks', () => {
    expect(() => pageFiles(pageOf('cart-page'), bundle)).toThrow('No chunk contains cart-page.tsx.')
  })
})

describe('the cached files', () => {
  test('are the shell with its lazy parts, and the pages, without rarely used code', () => {
    const { entry, shellFiles, pages } = listCachedFiles(bundle, '')
    expect(names([entry])).toEqual(['/assets/entry.js'])
    expect(names(shellFiles)).toEqual([
      '/assets/entry.css',
      '/assets/entry.js',
      '/assets/menu.css',
      '/assets/menu.js',
      '/assets/text-basic.woff2',
    ])
    expect(names(pages)).toEqual(['/assets/home-page.css', '/assets/home-page.js', '/assets/list-page.js'])
  })

  test('are in a cache of their build', () => {
    const { cache } = listCachedFiles(bundle, '')
    expect(listCachedFiles(bundle, '').cache).toBe(cache)
    const { imageHosts, cache: otherCache } = listCachedFiles(bundle, 'https://images.kitabo.example')
    expect(imageHosts).toEqual(['https://images.kitabo.example'])
    expect(otherCache).not.toBe(cache)
  })
})

describe('the service worker of a build', () => {
  const readWorker = () => readFileSync(join(root, 'dist/sw.js'), 'utf8')

  test('is compiled with the list of cached files', async () => {
    const imageHost = 'https://images.kitabo.example'
    await buildShop(serviceWorker({ imageHost, isOn: true }))
    const reported: unknown[] = []
    runInNewContext(readWorker(), { report: (files: unknown) => reported.push(files) })
    expect(JSON.parse(JSON.stringify(reported))).toEqual([listCachedFiles(bundle, imageHost)])
  })

  test('removes itself and its caches if the shop has none', async () => {
    await buildShop(serviceWorker({ imageHost: '', isOn: false }))
    expect(readWorker()).toContain('caches.delete(name)')
    expect(readWorker()).toContain('self.registration.unregister()')
  })
})
