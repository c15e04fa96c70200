import { useState } from 'react'
import { store } from '../../config/store.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import type { BuyAgain, ShopOrder } from './order.ts'
import { OrderStages } from './order-stages.tsx'
import { stagesOf } from './stages.ts'

const MOST_COVERS = 4

type Props = { order: ShopOrder; onPrint: () => void; onBuyAgain: BuyAgain }

/** What is in an order and how far it is, and more once it is opened. */
export function OrderProgress({ order, onPrint, onBuyAgain }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = order.lines
  const stages = stagesOf(order)
  const isOver = stages.every(({ state }) => state === 'done' || state === 'ended')
  return (
    <>
      {first === undefined ? null : (
        <div className="order-items">
          <div className="order-covers" aria-hidden="true">
            {order.lines.slice(0, MOST_COVERS).map(({ key, file, name }) => (
              <ProductImage key={key} file={file} name={name} alt="" ratio="square" sizes="3rem" />
            ))}
          </div>
          <div>
            <p>{first.name}</p>
            {others.length === 0 ? null : <span className="muted">and {others.length} more</span>}
          </div>
        </div>
      )}
      {order.isPickup && !isOver ? (
        <p className="order-note">
          <Icon name="pin" />
          <span>
            Pickup at {store.location}, {store.hours}. Bring the number of this order.
          </span>
        </p>
      ) : null}
      <details className="order-follow" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="order-bar" aria-hidden="true">
            {stages.map(({ name, state }) => (
              <i key={name} className={`stage-${state}`} />
            ))}
          </span>
          <span className="order-open">
            Follow this order<span className="visually-hidden">, number {order.id}</span>
          </span>
        </summary>
        {isOpen ? (
          <OrderStages order={order} stages={stages} onPrint={onPrint} onBuyAgain={onBuyAgain} />
        ) : null}
      </details>
    </>
  )
}
