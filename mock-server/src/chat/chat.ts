import type { FastifyInstance } from 'fastify'
import { serveScript } from '../http/shop/browser-script.ts'

/** The live-chat simulator, at an address of the provider's shape: `/__emulator/chat/<property>/<widget>`. */
export function serveChat(app: FastifyInstance): void {
  serveScript(app, '/__emulator/chat/:property/:widget', 'chat')
}
