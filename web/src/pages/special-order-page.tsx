import { useQuery } from '@tanstack/react-query'
import { useNavigationType } from 'react-router-dom'
import { readId } from '../api/read-values.ts'
import { useToken } from '../api/session.ts'
import { storeTexts } from '../config/store-texts.ts'
import { customerQuery, fullName } from '../domain/customer.ts'
import { readState, type SpecialOrderState } from '../domain/navigation-state.ts'
import { openCart } from '../features/cart/add-to-cart.tsx'
import { SpecialOrderForm } from '../features/special-order/special-order-form.tsx'
import { useLocation } from '../platform/location.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/form/forms.scss'
import '../ui/page/quiet.scss'

export default function SpecialOrderPage() {
  const { state, key } = useLocation()
  const { item_name, quantity, order_details, preOrder } = readState<SpecialOrderState>(state)
  const { data: customer } = useQuery(customerQuery(useToken()))
  // After a reload or Back, typed text takes precedence over navigation state.
  const isNewVisit = useNavigationType() !== 'POP'

  return (
    <div className="shell page">
      <PageHead title="Special Order" />
      <div className="page-columns">
        <SpecialOrderForm
          // Another request begins with its own item.
          key={key}
          item={
            typeof item_name === 'string'
              ? {
                  item_name,
                  quantity: String(readId(quantity) ?? 1),
                  ...(typeof order_details === 'string' ? { order_details } : {}),
                }
              : null
          }
          replacesItem={isNewVisit}
          preOrder={preOrder ?? null}
          onOpenCart={openCart}
          customer={
            customer ? { name: fullName(customer), email: customer.email, phone: customer.phone } : null
          }
        />
        <aside className="quiet-aside" aria-labelledby="how">
          <h2 id="how" className="h3">
            How it works
          </h2>
          <ol>
            <li>
              Tell us what you're looking for, such as a set book that's out of print or a uniform in an
              unusual size.
            </li>
            <li>We'll ask our suppliers {storeTexts.suppliers}.</li>
            <li>We'll send you a price and a date. You pay only if you agree.</li>
          </ol>
          <p className="muted mt-3">Asking is free, and you don't have to buy.</p>
        </aside>
      </div>
    </div>
  )
}
