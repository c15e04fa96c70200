import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { builtScriptPath } from '../../package-path.ts'
import { bundleScript, type ScriptName } from './bundle-script.ts'

/** Serves a page or a style sheet. @param frames Content-Security-Policy for pages that may frame it */
export function serveFile(app: FastifyInstance, path: string, file: string, frames?: string): void {
  const bytes = readFileSync(file)
  const type = `text/${file.endsWith('.css') ? 'css' : 'html'}; charset=utf-8`
  app.get(path, { config: { open: true } }, (_, reply) => {
    if (frames !== undefined) reply.header('content-security-policy', frames)
    return reply.type(type).header('cache-control', 'no-cache').send(bytes)
  })
}

/** Serves the script from the emulator's build. When run from sources, it is bundled on the first request. */
export function serveScript(app: FastifyInstance, path: string, name: ScriptName): void {
  app.get(path, { config: { open: true } }, async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await scriptText(name)),
  )
}

/** Shared by all emulators in a process. */
const texts = new Map<ScriptName, Promise<string>>()

function scriptText(name: ScriptName): Promise<string> {
  let text = texts.get(name)
  if (!text) {
    const built = builtScriptPath(name)
    text = existsSync(built) ? Promise.resolve(readFileSync(built, 'utf8')) : bundleScript(name)
    texts.set(name, text)
  }
  return text
}
