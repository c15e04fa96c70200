import { ApiError, ContractError, errorMessage } from 'contracts/client'
import { useSyncExternalStore } from 'react'

/** Holds a value that components share. */
function createStore<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = () => value
  return {
    read,
    write: (next: T) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, read),
  }
}

/** State of the connection: connected, unreachable, or token required. */
type Connection = 'up' | 'gone' | 'token'

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

type Notice = { text: string; kind: 'done' | 'fault' }

export const notice = createStore<Notice | null>(null)

/** Milliseconds until a success message closes. Error messages stay open. */
const SHOWN_MS = 6000
let timer: ReturnType<typeof setTimeout> | undefined

export function showNotice(text: string, kind: Notice['kind'] = 'done'): void {
  clearTimeout(timer)
  notice.write({ text, kind })
  if (kind === 'done') timer = setTimeout(() => notice.write(null), SHOWN_MS)
}

export function closeNotice(): void {
  clearTimeout(timer)
  notice.write(null)
}
