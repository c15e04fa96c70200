import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { builtScriptPath } from '../../assets.ts'
import { bundleScript, type ScriptName } from './bundle-script.ts'

/**
 * Answers a script of `browser/` at an address, to anyone. The emulator's build holds it ready; run from the sources, as
 * in development and in tests, it is bundled when it is first asked for.
 */
export function serveScript(app: FastifyInstance, path: string, name: ScriptName): void {
  app.get(path, { config: { open: true } }, async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await scriptText(name)),
  )
}

/** One for all emulators of a process. */
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
