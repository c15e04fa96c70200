import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brand } from './build/brand.ts'
import { documents } from './build/documents.ts'
import { hosting } from './build/hosting.ts'
import { licences } from './build/licences.ts'
import { serviceWorker } from './build/service-worker.ts'
import { SCRIPT_TARGETS, SUPPORTED_TARGETS } from './build/targets.ts'
import { readEnv } from './src/config/read-env.ts'

// In development, these paths are proxied to the emulator, which also serves the shop in `npm start`.
const emulator = process.env.EMULATOR_ORIGIN ?? 'http://127.0.0.1:8081'
const served = ['/api/v1', '/product/', '/storage/', '/v3.js', '/__emulator', '/media-']

/**
 * Annotates the router's component definitions as pure, so that unused ones, such as forms and fetchers, are
 * tree-shaken (6 of 104 KB). Rolldown's `manualPureFunctions` does not suffice, because the components are assigned a
 * `displayName`.
 */
const treeShakenRouter: Plugin = {
  name: 'tree-shaken-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/development\/chunk-/ },
    handler: (code) => ({
      code: code
        .replaceAll(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
        .replaceAll(/^\w+\.displayName = .*;$/gm, ''),
      map: null,
    }),
  },
}

/** Returns the document that `npm run docs` writes, without its indentation. */
const openApi = () =>
  JSON.stringify(JSON.parse(readFileSync(resolve(import.meta.dirname, '../contracts/openapi.json'), 'utf8')))

/** Writes `/openapi.json` at build time for the page /api, so that browsers load no schema code. */
const apiDocument: Plugin = {
  name: 'api-document',
  configureServer: ({ middlewares }) => {
    middlewares.use('/openapi.json', (_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(openApi())
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'openapi.json', source: openApi() })
  },
}

/**
 * Dialogs and menus, with React-Bootstrap and its dependencies. A tap on a button loads one file instead of several.
 */
const OVERLAY =
  /ui.overlay.overlay\.|app.header.(?:cart|menu)-drawer|wishlist-drawer|category-levels|node_modules.(?:react-bootstrap|@restart|react-transition-group|dom-helpers|classnames|warning|uncontrollable)/

/**
 * Modules that the product page shares with two other pages: three requests and half a kilobyte less. Among them are
 * the wishlist's changes, with which every page would otherwise load a kilobyte more in `parts`.
 */
const PRODUCT_PARTS =
  /platform.sanitiser|ui.page.tabs|ui.form.quantity|domain.(?:school-class|pre-order-state|products-in-response)|wishlist.(?:send-)?changes/
/** Modules of the delivery step and the checkout: four requests less for each. */
const CHECKOUT_PARTS = /checkout.(?:checkout-steps|chosen-delivery|order-summary)\.|line-notice|empty-cart/
/** Modules of the log-in and the password pages, which no other page needs. */
const ACCOUNT_PARTS = /account.(?:account-request|password-reset)|domain.failure-advice|privacy-note/

/**
 * Writes each setting where it is read, so that a chunk contains only the settings of its own code, and branches for
 * other values are removed. Saves half a kilobyte of the first load.
 */
const inlineSettings = (settings: object): Plugin => ({
  name: 'inline-settings',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/ },
    handler: (code) =>
      code.replace(/(?<![.\w])env\.(\w+)/g, (read, name: string) =>
        name in settings ? JSON.stringify(settings[name as never]) : read,
      ),
  },
})

export default defineConfig(({ command, isSsrBuild }) => {
  // Fails the build if a setting is invalid.
  const env = readEnv(process.env, command === 'serve')
  return {
    // Unit tests define SHOP_SETTINGS in test/setup.ts.
    define: process.env.VITEST ? {} : { SHOP_SETTINGS: JSON.stringify(env) },
    root: import.meta.dirname,
    // `npm run build` reads the root's .env. `npm start` and `npm run dev` read no file, because they have an emulator.
    envDir: false,
    // Set by `npm run dev`, because node_modules is read-only in a container.
    cacheDir: process.env.KITABO_VITE_CACHE ?? 'node_modules/.vite',
    plugins: [
      inlineSettings(env),
      react(),
      treeShakenRouter,
      // The renderer's build (build/renderer.ts) writes none of these files.
      !isSsrBuild && [
        documents(),
        brand,
        env.apiPage && apiDocument,
        licences(),
        serviceWorker({ imageHost: env.apiHost, isOn: env.offline }),
        hosting(env),
      ],
    ],
    css: {
      preprocessorOptions: {
        // Bootstrap 5.3 uses deprecated features of Sass.
        scss: {
          additionalData: '@use "theme/mixins" as *;',
          loadPaths: [resolve(import.meta.dirname, 'src')],
          quietDeps: true,
          silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
        },
      },
    },
    build: {
      target: SCRIPT_TARGETS,
      cssTarget: SUPPORTED_TARGETS,
      sourcemap: false,
      // Browsers without modulepreload load the same files later.
      modulePreload: { polyfill: false },
      // Leaflet's images are not used. As separate files they are never requested.
      assetsInlineLimit: (file) => (file.endsWith('.png') ? false : undefined),
      // The byte budget reads the chunks of each page from the manifest.
      manifest: true,
      chunkSizeWarningLimit: 350,
      rolldownOptions: {
        // Not index.html, which is the template of every page (build/documents.ts).
        input: resolve(import.meta.dirname, 'src/entry-client.tsx'),
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'shop', tags: ['$initial'] },
              { name: 'overlay', test: OVERLAY },
              // Small modules of several pages, because each request costs a kilobyte and a round trip.
              { name: 'product-parts', test: PRODUCT_PARTS },
              { name: 'checkout-parts', test: CHECKOUT_PARTS, minShareCount: 2 },
              { name: 'account-parts', test: ACCOUNT_PARTS, minShareCount: 2 },
              { name: 'parts', minShareCount: 4 },
            ],
          },
        },
      },
    },
    server: { proxy: Object.fromEntries(served.map((path) => [path, emulator])) },
  }
})
