const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i
const UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/**
 * Normalises a request target, so that all checks see the path that the router matches: removes scheme and authority of
 * the absolute form, and decodes unreserved characters of the path (RFC 9112, 3.2.2; RFC 3986, 6.2.2.2).
 */
export function originForm(target: string): string {
  const local = target.startsWith('/') ? target : target.replace(ABSOLUTE, '')
  const rooted = local.startsWith('/') || local === '*' ? local : `/${local}`
  if (!rooted.includes('%')) return rooted
  const [path = '', ...query] = rooted.split('?')
  return [path.replace(UNRESERVED, (triplet) => decodeURIComponent(triplet)), ...query].join('?')
}

/** Returns a URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
