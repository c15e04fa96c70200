/** Paths of the provider's API and of the payment provider's, however they are spelled: never a page of the shop. */
const API_LIKE = /^\/+(api\/v\d+|v3)(\/|$)/i
/** Paths that are never a page of the shop. */
const NOT_A_PAGE = /^\/(product|storage|assets|__emulator)(\/|$)|^\/[^/]+\/(storage\/)?category\//

/** Whether a path is meant for an API, though it may be none of ours: its caller reads JSON. */
export const isApiLike = (path: string): boolean => API_LIKE.test(path)

/** Whether a call asks for a page of the shop, which finds its screen itself. */
export function isPage(method: string, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !isApiLike(path) && !NOT_A_PAGE.test(path) && !/\.\w+$/.test(path)
}

/** Whether a call is for a page or a file of the shop: on the same origin, but not part of the host. */
export function isOfShop(method: string, path: string): boolean {
  return path.startsWith('/assets/') || isPage(method, path)
}
