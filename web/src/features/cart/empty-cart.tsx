import { paths } from '../../config/paths.ts'
import { EmptyState } from '../../ui/feedback/load-states.tsx'

export function EmptyCart() {
  return (
    <EmptyState
      title="Your cart is empty! Start shopping now and grab something you love."
      leadsTo={{ to: paths.shop, text: 'Continue Shopping' }}
    />
  )
}
