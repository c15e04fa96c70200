const ABSOLUTE_FORM_PREFIX = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i
const UNRESERVED_TRIPLET = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/**
 * Normalises a request target, so that all checks see the path that the router matches: removes scheme and authority of
 * the absolute form, and decodes unreserved characters of the path (RFC 9112, 3.2.2; RFC 3986, 6.2.2.2).
 */
export function originForm(target: string): string {
  const local = target.startsWith('/') ? target : target.replace(ABSOLUTE_FORM_PREFIX, '')
  const rooted = local.startsWith('/') || local === '*' ? local : `/${local}`
  if (!rooted.includes('%')) return rooted
  const [path = '', ...query] = rooted.split('?')
  return [path.replace(UNRESERVED_TRIPLET, (triplet) => decodeURIComponent(triplet)), ...query].join('?')
}

/** Returns a URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Paths of the provider's and the payment vendor's APIs in any spelling, which are never pages of the shop. */
const API_LIKE_PATH = /^\/+(api\/v\d+|v3)(\/|$)/i
/** Other paths that are never pages of the shop. */
const NON_PAGE_PATH = /^\/(product|storage|assets|__emulator)(\/|$)|^\/[^/]+\/(storage\/)?category\//

/** Whether a path looks like an API path, so that the client expects JSON even if no endpoint matches. */
export const isApiLike = (path: string): boolean => API_LIKE_PATH.test(path)

/** A path that no page and no endpoint has. */
const UNKNOWN_PATH = '/undecodable-path'

/** Replaces a URL that cannot be decoded, such as /authors/%, for which Fastify has its own error response. */
export function decodableUrl(url: string): string {
  const [path = ''] = url.split('?')
  if (!path.includes('%')) return url
  try {
    // Trap: bundlers remove a call whose result is not used, although it may throw.
    return decodeURIComponent(path) === '' ? '/' : url
  } catch {
    return isApiLike(path) ? path.replaceAll('%', '%25') : UNKNOWN_PATH
  }
}

/** Whether a request is answered with a document of the shop, which may be its page for unknown paths. */
export function isPage(method: string, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !isApiLike(path) && !NON_PAGE_PATH.test(path)
}

/** Whether a request is for a page or file of the shop, not for the provider. */
export function isOfShop(method: string, path: string): boolean {
  return path.startsWith('/assets/') || (isPage(method, path) && !/\.(?!html$)\w+$/.test(path))
}
