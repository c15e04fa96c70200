/** The one path that some hosts serve with a trailing slash only. */
const MAY_NEED_SLASH = /\/customer\/wish-list$/

/**
 * A fetch that asks once more with a trailing slash where a host answers 404 without it. The answer is remembered for
 * the page's life. The first call goes without it: a redirect to the other spelling would drop the token.
 */
export function withSlashFallback(send: typeof fetch): typeof fetch {
  let needsSlash = false
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (!MAY_NEED_SLASH.test(url.pathname)) return send(input, init)
    const slashed = new URL(url)
    slashed.pathname += '/'
    if (needsSlash) return send(slashed, init)
    const answer = await send(input, init)
    if (answer.status !== 404) return answer
    const second = await send(slashed, init)
    needsSlash = second.ok
    return second
  }
}
