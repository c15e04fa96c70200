/** A failed start that the user can fix. The message explains how. */
export class StartError extends Error {
  override name = 'StartError'
}
