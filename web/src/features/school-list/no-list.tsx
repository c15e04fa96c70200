import { paths } from '../../config/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** In the place of a list that is not there, or that cannot be read. */
export function NoList({ isBroken }: { isBroken: boolean }) {
  return (
    <EmptyState
      title={
        isBroken
          ? 'This list cannot be read: its link is not complete. Ask for it to be sent again.'
          : 'There is no list in this link.'
      }
      text="To make a list of your own, fill the cart and press “School list” there."
      leadsTo={{ to: paths.shop, text: 'Shop now' }}
    />
  )
}
