import { ShareWays } from '../../ui/page/share-ways.tsx'
import { listMessage } from './list-link.ts'

type Props = { title: string; lines: number; total: number | null; address: string; onPrint: () => void }

/** The ways a list goes to parents. */
export function ListShare({ title, lines, total, address, onPrint }: Props) {
  return (
    <ShareWays
      title={title}
      message={listMessage({ title, lines, total, address })}
      copy={{
        text: address,
        label: 'Copy link',
        done: 'Link copied.',
        byHand: 'The link of this list, to copy:',
      }}
      onPrint={onPrint}
    />
  )
}
