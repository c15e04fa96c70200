/**
 * An error that the user can fix, such as an invalid option or an unreadable file. The message is one sentence for the
 * user, which commands print without a stack trace.
 */
export class UserError extends Error {
  override name = 'UserError'
  /** Read by the launcher scripts/run.mjs, which must run on versions of Node that cannot load this file. */
  readonly isUserError = true
}
