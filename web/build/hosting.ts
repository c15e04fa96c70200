import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Settings } from '../src/config/read-env.ts'
import { makeHostingTable, type WebServer } from './hosting-table.ts'
import { loadRenderer, rendererFolder } from './renderer.ts'
import { apache } from './web-servers/apache.ts'
import { caddy } from './web-servers/caddy.ts'
import { cloudflare } from './web-servers/cloudflare.ts'
import { netlify } from './web-servers/netlify.ts'
import { nginx } from './web-servers/nginx.ts'

/** The file with the table, next to the public folder of a build and in the renderer's folder. */
export const TABLE_FILE = 'hosting.json'

export const webServers = { nginx, apache, caddy, cloudflare, netlify } satisfies Record<string, WebServer>
export type WebServerName = keyof typeof webServers

/**
 * Writes the table next to the public folder, and the files that a web server or hosting service requires.
 * @param built folder of the built shop
 * @param out folder that contains `public`, a copy of the built shop with the prerendered pages
 * @returns the limits of the service that the deployment exceeds
 */
export async function writeServerFiles(
  { built, out, isComplete }: { built: string; out: string; isComplete: boolean },
  name: WebServerName,
  settings: Settings,
): Promise<string[]> {
  const { configFiles, listExceededLimits = () => [] }: WebServer = webServers[name]
  const { routeTable } = await loadRenderer(built)
  const table = makeHostingTable(readDocuments(built), routeTable, settings, isComplete)
  const folder = join(out, 'public')
  const files = listFiles(folder)
  const readPublic = (file: string) => readFileSync(join(folder, file), 'utf8')
  const added = configFiles({ table, files, readPublic })
  for (const [file, text] of Object.entries({ ...added, [TABLE_FILE]: JSON.stringify(table, null, 2) })) {
    mkdirSync(dirname(join(out, file)), { recursive: true })
    writeFileSync(join(out, file), text)
  }
  makeReadable(out)
  return listExceededLimits(listFiles(folder), added)
}

/**
 * Lets every user read a folder, because a web server runs as a different one, and builders may have a umask of 077.
 */
export function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  }
}

/** Returns the paths of the files in a folder, with slashes. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .sort()
}

function readDocuments(folder: string): string[] {
  return listFiles(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Creates the Vite plugin that writes the table into the renderer's folder, for the emulator. */
export function hosting(settings: Settings): Plugin {
  return {
    name: 'hosting',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const { root, build } = this.environment.getTopLevelConfig()
        const folder = resolve(root, build.outDir)
        const { routeTable } = await loadRenderer(folder)
        const table = makeHostingTable(readDocuments(folder), routeTable, settings)
        writeFileSync(join(rendererFolder(folder), TABLE_FILE), JSON.stringify(table))
      },
    },
  }
}
