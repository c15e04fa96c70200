import type { ReactNode } from 'react'
import { paths } from '../../config/paths.ts'
import { deliveryTimeNotice, RETURN_DAYS, store } from '../../config/store.ts'
import { formatMoney } from '../../domain/money.ts'
import { Icon, type IconName } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'

/** Shows the terms of ordering: delivery, collection and returns. */
export function ShopPromises() {
  return (
    <ul className="section-promises" aria-label="Ordering from us">
      <ShopPromise icon="truck" title={`Delivery ${formatMoney(store.deliveryPerKm)} per km`}>
        {deliveryTimeNotice}
      </ShopPromise>
      <ShopPromise icon="box" title="Free collection">
        at {store.location}
      </ShopPromise>
      <ShopPromise icon="receipt" title={`Returns within ${RETURN_DAYS} days`}>
        <Link to={paths.refund}>Refund Policy</Link>
      </ShopPromise>
      <ShopPromise icon="phone" title="Mobile money">
        or card
      </ShopPromise>
    </ul>
  )
}

type Props = { icon: IconName; title: string; children: ReactNode }

function ShopPromise({ icon, title, children }: Props) {
  return (
    <li>
      <Icon name={icon} />
      <span>
        <strong className="d-block">{title}</strong>
        {children}
      </span>
    </li>
  )
}
