import type { FastifyInstance } from 'fastify'
import { assetPath } from '../assets.ts'
import { OWN_FRAMES } from '../http/access/frame-policy.ts'
import { serveFile } from '../http/shop/static-file.ts'

/** Serves a page that says how to build the console and where the API document is, for an emulator without a console. */
export function serveMissingConsole(app: FastifyInstance): void {
  serveFile(app, '/__emulator', assetPath('assets/missing-console.html'), OWN_FRAMES)
}
