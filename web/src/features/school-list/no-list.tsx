import { paths } from '../../config/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** The message for a URL without a list or with an invalid list. */
export function NoList({ isBroken }: { isBroken: boolean }) {
  return (
    <EmptyState
      title={
        isBroken
          ? "We can't open this list because its link is incomplete. Ask for the link again."
          : "This link doesn't contain a list."
      }
      text="To make your own list, fill your cart and press “School list” there."
      leadsTo={{ to: paths.shop, text: 'Shop now' }}
    />
  )
}
