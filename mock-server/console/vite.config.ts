import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Built once and served by the emulator below its own prefix. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/__emulator/',
  plugins: [react()],
  build: {
    target: 'es2022',
    sourcemap: false,
    outDir: 'dist',
    emptyOutDir: true,
    // The packages that are part of it, with their licences: for the package @kitabo/emulator.
    license: { fileName: 'third-party.json' },
  },
})
