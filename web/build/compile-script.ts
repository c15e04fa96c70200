import { resolve } from 'node:path'
import { build, type ResolvedConfig, type Rolldown } from 'vite'

/** Compiles a standalone script. @param entry relative to the root */
export async function compileScript(
  { root, mode }: ResolvedConfig,
  entry: string,
  name: string,
  { define = {}, target }: { define?: Record<string, string>; target: string | string[] },
): Promise<string> {
  const output = await build({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target,
      lib: { entry: resolve(root, entry), formats: ['iife'], name },
    },
  })
  const [{ output: files }] = output as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return files[0].code.trim()
}
