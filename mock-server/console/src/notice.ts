import { createStore } from './store.ts'

/** The result of the last command. */
export type Notice = { text: string; kind: 'done' | 'fault' }

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
