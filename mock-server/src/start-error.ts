import { UserError } from 'contracts/user-error'

/** A failed start that the user can fix. The message explains how. */
export class StartError extends UserError {
  override name = 'StartError'
}
