/** Paths that are never a page of the shop. */
const NOT_A_PAGE = /^\/(api\/v1|product|storage|assets|__emulator)(\/|$)|^\/[^/]+\/(storage\/)?category\//

/** Whether a call asks for a page of the shop, which finds its screen itself. */
export function isPage(method: string, path: string): boolean {
  return method === 'GET' && !NOT_A_PAGE.test(path) && !/\.\w+$/.test(path)
}

/** Whether a call is for a page or a file of the shop: on the same origin, but not part of the host. */
export function isOfShop(method: string, path: string): boolean {
  return path.startsWith('/assets/') || isPage(method, path)
}
