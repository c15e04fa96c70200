import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// In development the emulator answers what the one process answers in `npm start`.
const emulator = process.env.EMULATOR_ORIGIN ?? 'http://127.0.0.1:8081'
const served = ['/api/v1', '/product/', '/storage/', '/v3.js', '/__emulator', '/media-']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 200 },
  server: { proxy: Object.fromEntries(served.map((path) => [path, emulator])) },
})
