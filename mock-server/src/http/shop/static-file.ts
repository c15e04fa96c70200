import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/**
 * Serves one of the emulator's files at a public URL. It is read once; its extension determines its type.
 * @param frames for pages: the Content-Security-Policy that says which pages may frame it
 */
export function serveFile(app: FastifyInstance, path: string, file: string, frames?: string): void {
  const bytes = readFileSync(file)
  const type = TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream'
  app.get(path, { config: { open: true } }, (_, reply) => {
    if (frames !== undefined) reply.header('content-security-policy', frames)
    return reply.type(type).header('cache-control', 'no-cache').send(bytes)
  })
}
