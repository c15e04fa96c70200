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

// In development, these paths are proxied to the emulator, which also serves the shop in `npm start`.
const emulator = process.env.EMULATOR_ORIGIN ?? 'http://127.0.0.1:8081'
const served = ['/api/v1', '/product/', '/storage/', '/v3.js', '/__emulator', '/media-']

/** Optimisations that apply to builds only. */
function production(): Plugin {
  const require = createRequire(createRequire(import.meta.url).resolve('react-router-dom'))
  // Without this alias, the package's exports would select the development build.
  const router = resolve(dirname(require.resolve('react-router')), '../production/index.mjs')
  let marked = 0
  return {
    name: 'production',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: /^react-router$/, replacement: router }] },
    }),
    // Marks the router's components as pure and removes their display names, so that unused ones (forms, fetchers) are
    // tree-shaken.
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
    // Fails if a release of the router no longer matches; otherwise the first load would grow unnoticed.
    buildEnd(error) {
      if (!error && marked === 0)
        this.error("The router's chunk was not found, or contains nothing that can be marked as pure.")
    },
    // The hint makes Chromium compile the functions on a background thread while the file downloads, not when they are
    // called.
    // Source: https://developer.chrome.com/blog/explicit-compile-hints
    generateBundle: {
      // The hint must be in the first line, where the bundler adds its own.
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
  // Fails the build if a setting is invalid.
  const env = readEnv({ ...loadEnv('production', import.meta.dirname), ...process.env }, command === 'serve')
  return {
    // Unit tests define SHOP_SETTINGS in test/setup.ts.
    define: process.env.VITEST ? {} : { SHOP_SETTINGS: JSON.stringify(env) },
    root: import.meta.dirname,
    // Set by `npm run dev`, because node_modules is read-only in a container.
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
        // Bootstrap 5.3 uses deprecated features of Sass.
        scss: {
          quietDeps: true,
          silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
        },
      },
    },
    build: {
      target: 'es2022',
      sourcemap: false,
      // Browsers without modulepreload load the same files later.
      modulePreload: { polyfill: false },
      // Leaflet's images are not used. As separate files they are never requested.
      assetsInlineLimit: (file) => (file.endsWith('.png') ? false : undefined),
      // The byte budget reads the chunks of each page from the manifest.
      manifest: true,
      chunkSizeWarningLimit: 350,
      rolldownOptions: {
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
