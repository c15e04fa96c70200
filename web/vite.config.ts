import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { apiDocument } from './api-document.ts'
import { earlyCalls } from './early-calls.ts'
import { readEnv } from './src/config/read-env.ts'

// In development the emulator answers what the one process answers in `npm start`.
const emulator = process.env.EMULATOR_ORIGIN ?? 'http://127.0.0.1:8081'
const served = ['/api/v1', '/product/', '/storage/', '/v3.js', '/__emulator', '/media-']

/** The text face is asked for beside the style sheet instead of after it. The display face can wait. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    transformIndexHtml: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /figtree-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  }
}

/**
 * trap: in a browser-like test Vite takes `new URL(file, import.meta.url)` for an asset's address, while the
 * emulator, which answers the shop's tests in the same process, means a file beside its code.
 */
function emulatorReadsItsFiles(): Plugin {
  return {
    name: 'emulator-reads-its-files',
    enforce: 'pre',
    apply: () => process.env.VITEST !== undefined,
    transform: (code, id) =>
      /\/(fixtures|mock-server)\/src\//.test(id)
        ? code.replaceAll(/(new URL\([^,()]+, )import\.meta\.url\)/g, '$1String(import.meta.url))')
        : null,
  }
}

// A wrong setting ends the build here, not the shop in somebody's browser.
readEnv({ ...loadEnv('production', import.meta.dirname), ...process.env }, false)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadTextFace(), earlyCalls(), apiDocument(), emulatorReadsItsFiles()],
  css: {
    preprocessorOptions: {
      // Bootstrap 5.3 is written for the older Sass; its deprecations are not ours to mend.
      scss: {
        quietDeps: true,
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
      },
    },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    // The byte budget reads which chunk belongs to which page.
    manifest: true,
    chunkSizeWarningLimit: 350,
    // What every page needs comes in one file: slow networks pay for each request.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shop',
              test: /node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/[^/]+)\/|contracts\/src\/(?:client|images)|src\/lib\/(?!contract-check)|src\/config\//,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, emulator])) },
})
