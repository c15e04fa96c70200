import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the console, which the emulator serves below /__emulator/. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/__emulator/',
  plugins: [react()],
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
    // Licences of the bundled packages, for the package @kitabo/emulator.
    license: { fileName: 'third-party.json' },
  },
})
