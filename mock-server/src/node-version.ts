/** better-sqlite3 13 requires Node-API 10. Earlier versions crash when its native module is loaded. */
const NODE_API = 10

/** Returns why the emulator cannot run on this version of Node; null if it can. */
export function explainOldNode({ napi, node } = process.versions): string | null {
  return Number(napi) >= NODE_API
    ? null
    : `The emulator requires Node 22.14 or later, but this is Node ${node}; install a newer one from nodejs.org.`
}
