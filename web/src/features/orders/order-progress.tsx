import { useState } from 'react'
import { env } from '../../config/env.ts'
import { phoneUrl } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { chosenText, detailsMessage } from '../../domain/order-details.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Fact } from '../../ui/page/print-sheet.tsx'
import { WhatsAppLink } from '../../ui/page/whatsapp-link.tsx'
import { type BuyAgain, labelOf, type OrderedLine, type ShopOrder } from './order.ts'

const MAX_COVERS = 4

/** The items and the progress of an order. Opening an order shows its details and actions. */
export function OrderProgress({ order, onBuyAgain }: { order: ShopOrder; onBuyAgain: BuyAgain }) {
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
      {env.sendDeliveryNote ? null : (
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

type Stage = {
  name: string
  /** An explanation for the shopper, in one or two sentences. */
  meaning: string
  /** 'ended' means that the order ended without being delivered or collected, or was returned. */
  state: 'done' | 'now' | 'ahead' | 'ended'
}

type Step = Pick<Stage, 'name' | 'meaning'>

const PLACED: Step = { name: 'Placed', meaning: 'We have your order.' }

/** The host's statuses for an order, from placement to delivery. */
const STATUSES = ['pending', 'confirmed', 'processing', 'out_for_delivery', 'delivered']

const DELIVERY: readonly Step[] = [
  PLACED,
  { name: 'Confirmed', meaning: 'The shop has accepted your order.' },
  { name: 'Packed', meaning: "We're packing your items." },
  { name: 'On the way', meaning: 'The rider will call the phone number of your address.' },
  { name: 'Delivered', meaning: 'You have your items.' },
]
const PICKUP: readonly Step[] = [
  ...DELIVERY.slice(0, 3),
  { name: 'Ready to collect', meaning: `Your items are ready at ${store.location}.` },
  { name: 'Collected', meaning: 'You have your items.' },
]

/** The final stages of orders that were not delivered or were returned, by status. */
const ENDS = new Map<string, Step>([
  ['canceled', { name: 'Cancelled', meaning: "We won't send anything. Call us about a refund." }],
  [
    'returned',
    { name: 'Returned', meaning: 'We have your items back. A refund takes 7 to 10 business days.' },
  ],
  [
    'failed',
    { name: 'Failed', meaning: "We couldn't deliver it or take the payment. Call us and we'll help." },
  ],
])

/** Returns the stages of an order. An unknown status becomes a stage with the same name. */
export function stagesOf({ status, isPickup }: Pick<ShopOrder, 'status' | 'isPickup'>): Stage[] {
  const known = status
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace('cancelled', 'canceled')
  const at = STATUSES.indexOf(known)
  if (at >= 0) {
    const isOver = at === STATUSES.length - 1
    return (isPickup ? PICKUP : DELIVERY).map((step, place) => ({
      ...step,
      state: place < at || (isOver && place === at) ? 'done' : place === at ? 'now' : 'ahead',
    }))
  }
  const end = ENDS.get(known)
  return [
    { ...PLACED, state: 'done' },
    end
      ? { ...end, state: 'ended' }
      : { name: labelOf(status), meaning: 'Call us to ask what this means.', state: 'now' },
  ]
}
