/** A problem that the user who starts the emulator can solve; its message is one sentence that says how. */
export class StartError extends Error {
  override name = 'StartError'
}
