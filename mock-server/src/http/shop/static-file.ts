import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/**
 * Answers one file of the emulator's own at an address, to anyone. Read once; its extension decides its type.
 * @param frames which pages may frame it, for a page: a Content-Security-Policy
 */
export function serveFile(app: FastifyInstance, path: string, file: string, frames?: string): void {
  const bytes = readFileSync(file)
  const type = TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream'
  app.get(path, { config: { open: true } }, (_, reply) => {
    if (frames !== undefined) reply.header('content-security-policy', frames)
    return reply.type(type).header('cache-control', 'no-cache').send(bytes)
  })
}
