import { ApiError, ContractError, errorMessage } from 'contracts/client'
import { createStore } from './store.ts'

/** How the emulator is reached: it answers, it does not, or it wants its token. */
export type Connection = 'up' | 'gone' | 'token'

export const connection = createStore<Connection>('up')

/** Draws from a failed call what it says about the connection. */
export function noticeFailure(error: unknown): void {
  if (error instanceof ApiError) connection.write(error.status === 401 ? 'token' : 'up')
  else if (!(error instanceof ContractError)) connection.write('gone')
}

/** What went wrong, as one sentence. The emulator's own double parentheses are for those who read the wire. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const said = errorMessage(error.body)
    return said ? said.replace(/^\(\(|\)\)$/g, '') : `The emulator answered ${error.status}.`
  }
  if (error instanceof ContractError) return error.message
  return 'The emulator does not answer.'
}
