import { labelOf, type ShopOrder } from './order.ts'

export type Stage = {
  name: string
  /** An explanation for the shopper, in one or two sentences. */
  meaning: string
  /** 'ended' means that the order ended without being delivered or collected, or was returned. */
  state: 'done' | 'now' | 'ahead' | 'ended'
}

/** `done` replaces `meaning` once the step is over. */
type Step = Pick<Stage, 'name' | 'meaning'> & { done?: string }

const PLACED: Step = { name: 'Placed', meaning: 'We have your order.' }

/** The host's statuses for an order, from placement to delivery. */
const STATUSES = ['pending', 'confirmed', 'processing', 'out_for_delivery', 'delivered']

const DELIVERY: readonly Step[] = [
  PLACED,
  { name: 'Confirmed', meaning: 'The shop has accepted your order.' },
  { name: 'Packed', meaning: "We're packing your items.", done: 'We packed your items.' },
  {
    name: 'On the way',
    meaning: 'The rider will call the phone number of your address.',
    done: 'The rider brought your items.',
  },
  { name: 'Delivered', meaning: 'You have your items.' },
]
const PICKUP: readonly Step[] = [
  ...DELIVERY.slice(0, 3),
  {
    name: 'Ready to collect',
    meaning: 'Your items are ready at the shop.',
    done: 'Your items were ready at the shop.',
  },
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
  const code = status
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace('cancelled', 'canceled')
  const current = STATUSES.indexOf(code)
  if (current >= 0) {
    const isOver = current === STATUSES.length - 1
    return (isPickup ? PICKUP : DELIVERY).map(({ name, meaning, done = meaning }, index) => {
      if (index < current || (isOver && index === current)) return { name, meaning: done, state: 'done' }
      return { name, meaning, state: index === current ? 'now' : 'ahead' }
    })
  }
  const end = ENDS.get(code)
  return [
    { ...PLACED, state: 'done' },
    end
      ? { ...end, state: 'ended' }
      : { name: labelOf(status), meaning: 'Call us to ask what this means.', state: 'now' },
  ]
}
