import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { OWN_FRAMES } from '../http/frame-policy.ts'
import { serveFile } from '../http/static-file.ts'

/** The outbox on a page without any build: what an emulator shows that was started without its console. */
export function servePlainConsole(app: FastifyInstance): void {
  serveFile(app, '/__emulator', join(import.meta.dirname, 'console.html'), OWN_FRAMES)
  serveFile(app, '/__emulator/console.js', join(import.meta.dirname, 'console.js'))
  serveFile(app, '/__emulator/console.css', join(import.meta.dirname, 'console.css'))
}
