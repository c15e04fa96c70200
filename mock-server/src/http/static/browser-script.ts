import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { builtScriptPath } from '../../assets.ts'
import { bundleScript, type ScriptName } from './bundle-script.ts'

/**
 * Serves a script from `browser/` at a public URL. The emulator's build contains the bundled script; when run from
 * sources, it is bundled on the first request.
 */
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
