import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { formatSum } from '../../domain/money.ts'

/** The whole link of a list, from its fragment. `origin` is scheme, host and port. */
export function listAddress(origin: string, fragment: string): string {
  return `${origin}${paths.list}#${fragment}`
}

type Message = { title: string; lines: number; total: number | null; address: string }

/** What a chat or the phone's share sheet gets of a list. `total` is in shillings, null where a price is missing. */
export function listMessage({ title, lines, total, address }: Message): string {
  const count = `${lines} ${lines === 1 ? 'item' : 'items'}`
  const sum = total === null ? count : `${count}, ${formatSum(total)}`
  return `${title} at ${store.name} (${sum}): ${address}`
}
