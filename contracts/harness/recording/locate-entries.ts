import type { Contracts } from '../../src/contracts.ts'
import type { CaseRequest, Endpoint } from '../../src/endpoint.ts'
import { parseJsonText } from '../../src/json-text.ts'
import { pathMatcher } from '../../src/path-pattern.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import type { Entry } from './har.ts'

/** A recorded request to a declared endpoint or an image folder. */
export type LocatedEntry = {
  entry: Entry
  target: string
  name: string
  endpoint: Endpoint
  path: string
  isImage: boolean
}

/** Finds the endpoint or image folder of each entry. `chosenTarget`: the target, whose URL may have a folder. */
export function locateEntries(
  { prefix, endpoints, images }: Contracts,
  entries: readonly Entry[],
  chosenTarget: string | null,
): LocatedEntry[] {
  const matchers = Object.entries(endpoints)
    // Paths with fewer placeholders match first.
    .sort(([, a], [, b]) => a.path.split('{').length - b.path.split('{').length)
    .map(([name, endpoint]) => ({ name, endpoint, matches: pathMatcher(endpoint.path) }))
  const folders = images.map((folder) => ({ ...folder, matches: pathMatcher(folder.endpoint.path) }))
  const requests = entries
    .filter(({ request }) => URL.canParse(request.url))
    .map((entry) => ({ entry, method: entry.request.method, url: new URL(entry.request.url) }))
  const responses = requests.flatMap(
    ({ entry, method, url: { origin, pathname, search } }): LocatedEntry[] => {
      const isOfTarget =
        chosenTarget !== null && `${origin}${pathname}`.startsWith(`${chosenTarget}${prefix}/`)
      const start = isOfTarget ? chosenTarget.length - origin.length : pathname.indexOf(`${prefix}/`)
      const path = pathname.slice(start + prefix.length)
      const matcher = matchers.find(({ endpoint, matches }) => endpoint.method === method && matches(path))
      if (start < 0 || !matcher) return []
      const { name, endpoint } = matcher
      const target = origin + pathname.slice(0, start)
      return [{ entry, target, name, endpoint, path: pathname.slice(start) + search, isImage: false }]
    },
  )
  // Only images from a host with recorded API requests, because other websites may have the same folders.
  const targets = [...new Set(responses.map(({ target }) => target))]
  const imageResponses = requests.flatMap(({ entry, method, url: { origin, pathname } }): LocatedEntry[] => {
    const url = origin + pathname
    const images = targets
      .filter((target) => method === 'GET' && url.startsWith(`${target}/`))
      .flatMap((target) => {
        const path = url.slice(target.length)
        const folder = folders.find(({ matches }) => matches(path))
        return folder ? { entry, target, ...folder, path, isImage: true } : []
      })
    return images.slice(0, 1)
  })
  return [...responses, ...imageResponses]
}

/** Returns the inputs of a recorded request, which relations compare with the response. */
export function requestOf(
  { prefix }: Contracts,
  { entry: { request }, endpoint, path }: LocatedEntry,
): CaseRequest {
  const [pathname = '', query = ''] = path.split('?')
  const values = pathname.slice(prefix.length).split('/')
  const params = endpoint.path.split('/').flatMap((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name === undefined ? [] : [[name, decodePart(values[index] ?? '')] as const]
  })
  const { body } = parseJsonText(request.postData?.text ?? '')
  return {
    params: Object.fromEntries(params),
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(isPlainObject(body) ? { body } : {}),
  }
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
