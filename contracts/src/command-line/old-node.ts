/** better-sqlite3 13 requires Node-API 10, which Node 22.14 and later have. Earlier versions also ignore proxies. */
const NODE_API = 10

/** Returns why a program cannot run on this version of Node; null if it can. */
export function explainOldNode(program: string, { napi, node } = process.versions): string | null {
  return Number(napi) >= NODE_API
    ? null
    : `${program} requires Node 22.14 or later, but this is Node ${node}; install a newer one from nodejs.org.`
}
