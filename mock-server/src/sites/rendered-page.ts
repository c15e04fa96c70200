import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InternalGet } from '../http/internal-get.ts'
import { pathOf } from '../http/request/request-path.ts'
import { originOf } from '../http/response/origin.ts'
import { type EncodedBody, encodeBody, ResponseCache } from '../http/response/response-cache.ts'
import type { World } from '../world/world.ts'
import type { SendPage } from './built-site.ts'

/** Returns null if the page is served without data, and 'missing' for unknown content. */
export type RenderPage = (request: FastifyRequest) => Promise<EncodedBody | 'missing' | null>

/** Returns a function that sends the rendered page of a path, or else its file. */
export function sendDocument(sendPage: SendPage, renderPage: RenderPage | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = await renderPage?.(request)
    // The shop itself shows a message for a missing product.
    return page === 'missing' ? sendPage(request, reply.code(404)) : sendPage(request, reply, page)
  }
}

/** Renders the pages that `npm run build -- --prerender` writes for static hosts, per request. */
export function createPageRenderer({ load, template }: ShopRenderer, get: InternalGet): RenderPage {
  const rendered = new ResponseCache()
  const missingByWorld = new WeakMap<World, { version: number; missing: Set<string> }>()
  /** Returns the paths without content of a world, until its catalogue changes. Finding out may read all books. */
  const missingIn = (world: World) => {
    const entry = missingByWorld.get(world)
    if (entry?.version === world.version) return entry.missing
    const missing = new Set<string>()
    missingByWorld.set(world, { version: world.version, missing })
    return missing
  }

  return async (request) => {
    const { world, url } = request
    const path = pathOf(url)
    // With faults, the API's responses differ from the database.
    if (world.faults.list().length > 0) return null
    const { isOnApiOrigin, routeInfo, listSearch, renderPage } = await load()
    const { name, rendering, readsSearch } = routeInfo(path)
    if (!isOnApiOrigin || rendering !== 'data') return null
    const search = readsSearch ? listSearch(url.slice(path.length)) : ''
    // The browser sorts and filters lists.
    if (search === null) return null
    const origin = originOf(request)
    const key = `${origin} ${path}${search}`
    const encoded = rendered.get(world, key)
    if (encoded) return encoded
    const missing = missingIn(world)
    if (missing.has(path)) return 'missing'
    const { version } = world
    const html = await renderPage(template(name), path + search, {
      request: (requested) => get(requested, world, origin),
      origin,
      isExact: true,
    })
    if (html === null) {
      if (missing.size < MAX_MISSING) missing.add(path)
      return 'missing'
    }
    const page = encodeBody(html)
    rendered.set(world, key, page, version)
    return page
  }
}

/** Maximum number of paths that a world remembers as missing. */
const MAX_MISSING = 1000

/** The exports of the shop's renderer that are used here (web/src/entry-server.tsx). */
type Renderer = {
  isOnApiOrigin: boolean
  routeInfo: (path: string) => { name: string; rendering: string; readsSearch: boolean }
  listSearch: (search: string) => string | null
  renderPage: (
    template: string,
    path: string,
    options: {
      request: (path: string) => Promise<string | undefined>
      origin: string
      isExact: boolean
    },
  ) => Promise<string | null>
}

type ShopRenderer = NonNullable<ReturnType<typeof findRenderer>>

/** Returns the path of the table that the build writes into the renderer's folder (web/build/hosting.ts). */
export const tableFile = (shop: string): string => join(`${shop}-renderer`, 'hosting.json')

/** Returns the renderer next to a built shop's folder; null if there is none. */
export function findRenderer(shop: string) {
  const folder = `${shop}-renderer`
  const file = join(folder, 'renderer.mjs')
  if (!existsSync(file)) return null
  let renderer: Promise<Renderer> | undefined
  return {
    /** Imports the renderer on first use, to keep startup fast. */
    load: (): Promise<Renderer> => {
      renderer ??= import(pathToFileURL(file).href) as Promise<Renderer>
      return renderer
    },
    template: (name: string): string => readFileSync(join(folder, `${name}.html`), 'utf8'),
  }
}
