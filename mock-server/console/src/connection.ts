import { ApiError, ContractError, errorMessage } from 'contracts/client'
import { createStore } from './store.ts'

/** State of the connection: connected, unreachable, or token required. */
export type Connection = 'up' | 'gone' | 'token'

export const connection = createStore<Connection>('up')

/** Derives the connection's state from a failed request. */
export function noticeFailure(error: unknown): void {
  if (error instanceof ApiError) connection.write(error.status === 401 ? 'token' : 'up')
  else if (!(error instanceof ContractError)) connection.write('gone')
}

/** Returns an error's message, without the double parentheses of the emulator's texts. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const message = errorMessage(error.body)
    return message ? message.replace(/^\(\(|\)\)$/g, '') : `The emulator responded with ${error.status}.`
  }
  if (error instanceof ContractError) return error.message
  return 'The emulator does not respond.'
}
