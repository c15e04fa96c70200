import type { FastifyInstance } from 'fastify'
import { assetPath } from '../assets.ts'
import { serveFile } from '../http/static-file.ts'

/** The live-chat loader's stand-in, at an address of the same shape: `/__emulator/chat/<property>/<widget>`. */
export function serveChat(app: FastifyInstance): void {
  serveFile(app, '/__emulator/chat/:property/:widget', assetPath('browser/chat.js'))
}
