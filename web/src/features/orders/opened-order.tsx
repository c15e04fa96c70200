import { Fragment } from 'react'
import { phoneUrl } from '../../config/contact-urls.ts'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import { formatSelections } from '../../domain/line-selections.ts'
import { detailsMessage, localOrderDetails } from '../../domain/local-details.ts'
import { formatPrice } from '../../domain/money.ts'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { WhatsAppLink } from '../../ui/page/link.tsx'
import { PickupPoint } from '../../ui/page/pickup-point.tsx'
import type { ShopOrder, ShopOrderLine } from './order.ts'
import type { Stage } from './order-progress.ts'
import { OrderSums } from './order-sums.tsx'

const STATES = { done: 'Done: ', now: 'Now: ', ahead: 'Ahead: ', ended: 'Ended: ' } as const

export function OpenedOrder({ order, stages }: { order: ShopOrder; stages: readonly Stage[] }) {
  return (
    <div className="order-opened mt-2">
      <section aria-label="Progress">
        <ol className="order-stages mt-2 mb-3">
          {stages.map(({ name, meaning, state }) => (
            <li
              key={name}
              className={`stage-${state}`}
              aria-current={state === 'now' || state === 'ended' ? 'step' : undefined}
            >
              <p className="strong">
                <span className="visually-hidden">{STATES[state]}</span>
                {name}
              </p>
              <p>{meaning}</p>
            </li>
          ))}
        </ol>
        <p>
          Questions? Call{' '}
          {store.phones.map((phone, index) => (
            <Fragment key={phone}>
              {index === 0 ? '' : ' or '}
              <a href={phoneUrl(phone)}>{phone}</a>
            </Fragment>
          ))}{' '}
          and quote your order number.
        </p>
      </section>
      <section aria-label="Contents">
        <ul className="order-lines">
          {order.lines.map((line) => (
            <LineRow key={line.key} line={line} />
          ))}
        </ul>
        {order.skipped > 0 ? (
          <p className="muted small">We couldn't read every line. Call us about the rest.</p>
        ) : null}
        <OrderSums order={order} className="mb-3" />
        <OrderFacts order={order} />
      </section>
    </div>
  )
}

function LineRow({ line }: { line: ShopOrderLine }) {
  const { file, name, tint, price, quantity } = line
  return (
    <li>
      <ProductImage file={file} name={name} tint={tint} alt="" sizes="3rem" />
      <span>
        {name}
        {line.chosen ? <span className="d-block small muted">{formatSelections(line)}</span> : null}
        <span className="d-block small muted money">{`${quantity} × ${formatPrice(price)}`}</span>
      </span>
      <span className="strong money">{price === null ? '—' : formatPrice(price * quantity)}</span>
    </li>
  )
}

/** The address and the note. Offers to send what the host doesn't store by WhatsApp. */
function OrderFacts({ order }: { order: ShopOrder }) {
  const lines = order.lines.map((line) => ({ ...line, id: line.productId ?? 0 }))
  const details = localOrderDetails(lines, order.note)
  return (
    <>
      <dl className="mb-3">
        {order.isPickup ? (
          <>
            <dt className="small muted">Collect at</dt>
            <dd className="mb-2">
              <PickupPoint />, {store.hours}
            </dd>
          </>
        ) : null}
        <dt className="small muted">Delivery address</dt>
        <dd className="mb-2">{order.address}</dd>
        {order.note === '' ? null : (
          <>
            <dt className="small muted">Delivery note</dt>
            <dd className="mb-2">{order.note}</dd>
          </>
        )}
      </dl>
      {details === null || env.sendDeliveryNote ? null : (
        <WhatsAppLink message={detailsMessage(order.id, details)} number={store.whatsapp}>
          Send to the shop
        </WhatsAppLink>
      )}
    </>
  )
}
