import { useState } from 'react'
import { phoneUrl } from '../../config/paths.ts'
import { quirks } from '../../config/quirks.ts'
import { store } from '../../config/store.ts'
import { chosenText } from '../../domain/chosen-text.ts'
import { detailsMessage } from '../../domain/order-details.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Fact } from '../../ui/page/print-sheet.tsx'
import { WhatsAppLink } from '../../ui/page/whatsapp-link.tsx'
import type { BuyAgain, OrderedLine, ShopOrder } from './order.ts'
import { type Stage, stagesOf } from './stages.ts'

const MAX_COVERS = 4

type Props = { order: ShopOrder; onBuyAgain: BuyAgain }

/** The items and the progress of an order. Opening an order shows its details and actions. */
export function OrderProgress({ order, onBuyAgain }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [first, ...otherLines] = order.lines
  const stages = stagesOf(order)
  const isOver = stages.every(({ state }) => state === 'done' || state === 'ended')
  return (
    <>
      {first === undefined ? null : (
        <div className="order-items">
          <div className="order-covers" aria-hidden="true">
            {order.lines.slice(0, MAX_COVERS).map(({ key, file, name }) => (
              <ProductImage key={key} file={file} name={name} alt="" ratio="square" sizes="3rem" />
            ))}
          </div>
          <div>
            <p>{first.name}</p>
            {otherLines.length === 0 ? null : <span className="muted">and {otherLines.length} more</span>}
          </div>
        </div>
      )}
      {order.isPickup && !isOver ? (
        <p className="order-note">
          <Icon name="pin" />
          <span>
            Pickup at {store.location}, {store.hours}. Bring your order number.
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
        {isOpen ? <OrderStages order={order} stages={stages} onBuyAgain={onBuyAgain} /> : null}
      </details>
    </>
  )
}

const STATES = { done: 'Done: ', now: 'Now: ', ahead: 'Ahead: ', ended: 'Ended: ' } as const

type OrderStagesProps = {
  order: ShopOrder
  stages: readonly Stage[]
  onBuyAgain: BuyAgain
}

/** The stages of an order with explanations, the shop's phone numbers, the order's details and actions. */
function OrderStages({ order, stages, onBuyAgain }: OrderStagesProps) {
  return (
    <div className="order-opened">
      <ol className="order-stages">
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
      <p className="order-note">
        <Icon name="phone" />
        <span>
          Questions? Call{' '}
          {store.phones.map((phone, at) => (
            <span key={phone}>
              {at === 0 ? '' : ' or '}
              <a href={phoneUrl(phone)}>{phone}</a>
            </span>
          ))}{' '}
          and quote your order number.
        </span>
      </p>
      <Details order={order} />
      <BuyAgainButton order={order} onBuyAgain={onBuyAgain} />
    </div>
  )
}

/** The delivery note and the chosen options. Offers to send them by WhatsApp, unless the order already contains them. */
function Details({ order }: { order: ShopOrder }) {
  const choices = order.lines.flatMap(({ productId, name, quantity, chosen }) =>
    chosen === undefined ? [] : [{ id: productId ?? 0, name, quantity, chosen }],
  )
  if (order.note === '' && choices.length === 0) return null
  return (
    <>
      <dl className="order-details">
        {order.note === '' ? null : <Fact name="Delivery note" value={order.note} />}
        {choices.map((choice, at) => (
          <Fact key={`${choice.id}-${at}`} name={choice.name} value={chosenText(choice)} />
        ))}
      </dl>
      {quirks.sendDeliveryNote ? null : (
        <WhatsAppLink
          message={detailsMessage(order.id, { note: order.note, choices })}
          number={store.whatsapp}
        >
          Send to the shop
        </WhatsAppLink>
      )}
    </>
  )
}

function BuyAgainButton({ order, onBuyAgain }: Pick<OrderStagesProps, 'order' | 'onBuyAgain'>) {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const lines = order.lines.flatMap(({ productId, name, quantity, chosen }): OrderedLine[] =>
    productId === null || quantity < 1
      ? []
      : [{ id: productId, name, quantity, ...(chosen ? { chosen } : {}) }],
  )
  if (lines.length === 0) return null
  const buy = async () => {
    if (isBusy) return
    setBusy(true)
    setProblems([])
    setProblems(await onBuyAgain(lines, order.note))
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="btn btn-primary" aria-disabled={isBusy} onClick={() => void buy()}>
        <Icon name="cart" />
        {isBusy ? "Checking today's prices..." : 'Buy again'}
      </button>
      <div role="status">
        {problems.map((problem) => (
          <p key={problem} className="order-left">
            {problem}
          </p>
        ))}
      </div>
    </>
  )
}
