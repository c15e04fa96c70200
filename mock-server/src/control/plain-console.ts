import type { FastifyInstance } from 'fastify'
import { OWN_FRAMES } from '../frame-policy.ts'
import { serveFile } from '../static-file.ts'

/** The outbox on a page without any build: what an emulator shows that was started without its console. */
export function servePlainConsole(app: FastifyInstance): void {
  serveFile(app, '/__emulator', new URL('./console.html', import.meta.url), OWN_FRAMES)
  serveFile(app, '/__emulator/console.js', new URL('./console.js', import.meta.url))
  serveFile(app, '/__emulator/console.css', new URL('./console.css', import.meta.url))
}
