/**
 * An error that the user can fix, such as an invalid option or an unreadable file. The message is one sentence for the
 * user, which commands print without a stack trace. Recognised by its name, because the launcher scripts/run.mjs runs on
 * versions of Node that cannot load this file.
 */
export class UserError extends Error {
  override name = 'UserError'
}
