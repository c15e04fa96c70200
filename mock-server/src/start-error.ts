/** A problem that the user who starts the emulator can solve. The message says how. */
export class StartError extends Error {
  override name = 'StartError'
}
