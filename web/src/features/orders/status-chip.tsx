import { words } from './order.ts'

/** Unknown words get the plain chip. */
const tones: Record<string, string> = {
  delivered: '',
  confirmed: '',
  processing: 'chip-warn',
  out_for_delivery: 'chip-warn',
  pending: 'chip-warn',
  returned: 'chip-none',
  failed: 'chip-none',
  canceled: 'chip-none',
}

export function StatusChip({ status }: { status: string }) {
  return (
    <span className={`chip ${Object.hasOwn(tones, status) ? tones[status] : 'chip-plain'}`.trim()}>
      {words(status)}
    </span>
  )
}
