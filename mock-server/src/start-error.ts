import { UserError } from 'contracts/user-error'

/** A failed start that the user can fix. The message explains how. */
export class StartError extends UserError {
  override name = 'StartError'
}

/** The port is in use. The program that starts the emulator adds how to choose a different one. */
export class PortTaken extends StartError {
  readonly port: number
  constructor(port: number) {
    super(`Port ${port} is taken.`)
    this.port = port
  }
}

/** better-sqlite3 13 requires Node-API 10. Earlier versions crash when its native module is loaded. */
const NODE_API = 10

/** Returns why the emulator cannot run on this version of Node; null if it can. */
export function explainOldNode({ napi, node } = process.versions): string | null {
  return Number(napi) >= NODE_API
    ? null
    : `The emulator requires Node 22.14 or later, but this is Node ${node}; install a newer one from nodejs.org.`
}
