import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { apiDocument } from './api-document.ts'
import { bootScript } from './build/boot-script.ts'
import { chunkGroups } from './build/chunks.ts'
import { hosting } from './build/hosting.ts'
import { serviceWorker } from './build/service-worker.ts'
import { readEnv } from './src/config/read-env.ts'

// In development the emulator answers what the one process answers in `npm start`.
const emulator = process.env.EMULATOR_ORIGIN ?? 'http://127.0.0.1:8081'
const served = ['/api/v1', '/product/', '/storage/', '/v3.js', '/__emulator', '/media-']

/** What only a build does: libraries come without warnings. */
function production(): Plugin {
  const require = createRequire(createRequire(import.meta.url).resolve('react-router-dom'))
  // Its package names the development build for everyone.
  const router = resolve(dirname(require.resolve('react-router')), '../production/index.mjs')
  let marked = 0
  return {
    name: 'production',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: /^react-router$/, replacement: router }] },
    }),
    // What the shop does not use of it (forms, fetchers, navigation links) is left out only where making it counts as
    // without effects. Names for developer tools are such effects.
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-/ },
      handler: (code) => ({
        code: code
          .replaceAll(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, (_, call) => {
            marked++
            return `= /* @__PURE__ */ ${call}`
          })
          .replaceAll(/^\w+\.displayName = .*;$/gm, () => {
            marked++
            return ''
          }),
        map: null,
      }),
    },
    // Another release of the router may be written differently: without the marks the first load would grow unnoticed.
    buildEnd(error) {
      if (!error && marked === 0)
        this.error("The router's chunk was not found, or has nothing to mark as without effects.")
    },
    // Chromium then compiles the app's functions beside the page's own thread as the file comes, and not one after
    // another as they are called: https://developer.chrome.com/blog/explicit-compile-hints
    generateBundle: {
      // The hint counts in the first line only, where the bundler puts lines of its own.
      order: 'post',
      handler: (_, bundle) => {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.isEntry)
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

export default defineConfig(({ command }) => {
  // A wrong setting ends the build here, not the shop in somebody's browser.
  const env = readEnv({ ...loadEnv('production', import.meta.dirname), ...process.env }, command === 'serve')
  return {
    // Unit tests set their own (test/setup.ts).
    define: process.env.VITEST ? {} : { SHOP_SETTINGS: JSON.stringify(env) },
    root: import.meta.dirname,
    // Set by `npm run dev`: in a container node_modules cannot be written.
    cacheDir: process.env.KITABO_VITE_CACHE ?? 'node_modules/.vite',
    plugins: [
      react(),
      production(),
      bootScript(),
      apiDocument(),
      serviceWorker({ imageHost: env.apiHost, isOn: env.offline }),
      hosting(env),
    ],
    css: {
      preprocessorOptions: {
        // Bootstrap 5.3 is written for the older Sass; its deprecation warnings are not ours to fix.
        scss: {
          quietDeps: true,
          silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
        },
      },
    },
    build: {
      target: 'es2022',
      sourcemap: false,
      // Browsers without modulepreload fetch the same files a little later.
      modulePreload: { polyfill: false },
      // Of Leaflet's pictures none is shown: as files they are never asked for.
      assetsInlineLimit: (file) => (file.endsWith('.png') ? false : undefined),
      // The byte budget reads which chunk belongs to which page.
      manifest: true,
      chunkSizeWarningLimit: 350,
      // Slow networks pay for each request, a kilobyte and a moment: what is needed together is one file.
      rolldownOptions: {
        // Of the barcode library one reader is used; its package does not say that the others can be left out.
        treeshake: { moduleSideEffects: [{ test: /@zxing\/library/, sideEffects: false }] },
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: chunkGroups(),
          },
        },
      },
    },
    server: { proxy: Object.fromEntries(served.map((path) => [path, emulator])) },
  }
})
