import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/**
 * Serves one of the emulator's files at a public URL. The file is read once, and its extension determines the content
 * type.
 * @param frames Content-Security-Policy that restricts which pages may frame the file
 */
export function serveFile(app: FastifyInstance, path: string, file: string, frames?: string): void {
  const bytes = readFileSync(file)
  const type = TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream'
  app.get(path, { config: { open: true } }, (_, reply) => {
    if (frames !== undefined) reply.header('content-security-policy', frames)
    return reply.type(type).header('cache-control', 'no-cache').send(bytes)
  })
}
