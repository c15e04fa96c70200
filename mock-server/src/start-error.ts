import { UserError } from 'contracts/command-line/user-error'

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
