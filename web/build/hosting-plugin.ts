import { resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import type { Settings } from './content-policy.ts'
import { writeHostingFiles } from './hosting.ts'

/** Writes what a static host reads (`_headers`, `_redirects`, 404.html) once every page of the build is there. */
export function hosting(settings: Settings): Plugin {
  let config: ResolvedConfig
  return {
    name: 'hosting',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr && !options?.lib,
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir)
        await writeHostingFiles(folder, folder, settings)
      },
    },
  }
}
