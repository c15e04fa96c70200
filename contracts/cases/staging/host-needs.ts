import type { Need, RunResponse } from '../../src/case.ts'
import { field, idOf, objectsOf } from '../extract.ts'
import { orderLine, orderPayload } from '../order-payload.ts'
import { idFrom, type ProviderStep, type StagingValues, step } from './staging.ts'

/** A total that the original software cannot store. */
const LARGE_TOTAL = 1_200_000

const TITLES = {
  pickup: 'places an order without an address',
  large: `stores an order of ${LARGE_TOTAL}`,
  repeated: 'returns the same order for the same Idempotency-Key',
  list: 'lists the orders, which show their references',
  untyped: 'logs in without a type',
}

/** Returns a reference of at most 30 characters, the width of the software's column. */
const referenceOf = (run: string) => `contract-test-${run}-needs`

/** Returns an order as the shop places it for pickup. */
function pickupOrder({ run, productId, price }: Required<StagingValues>) {
  return orderPayload(productId, {
    order_amount: price,
    cart: [orderLine(productId, { price: String(price) })],
    delivery_address_id: null,
    transaction_reference: referenceOf(run),
  })
}

function deliveryOrder(values: Required<StagingValues>) {
  return { ...pickupOrder(values), delivery_address_id: values.addressId ?? null }
}

const orderStep = (
  title: string,
  body: (values: Required<StagingValues>) => object,
  key: string,
): ProviderStep =>
  step('orders.place', title, 200, {
    token: 'token',
    inputs: ['productId', 'addressId'],
    // Recorded: the original software refuses some of these orders; assumed: this provider accepts them.
    otherStatuses: [403, 422],
    request: (values) => ({
      headers: { 'Idempotency-Key': `contract-test-${values.run}-${key}` },
      body: body(values),
    }),
    leaves: {
      what: `order (${key})`,
      text: ({ run }) => `an order (${key}) with the reference ${referenceOf(run ?? '')}`,
    },
  })

/**
 * Steps from whose responses the settings of a shop are derived. Each accepts success and the refusals of public
 * builds.
 */
export const NEED_STEPS: readonly ProviderStep[] = [
  orderStep(TITLES.pickup, pickupOrder, 'pickup'),
  orderStep(TITLES.large, (values) => ({ ...deliveryOrder(values), order_amount: LARGE_TOTAL }), 'large'),
  {
    ...orderStep('places an order with an Idempotency-Key', deliveryOrder, 'key'),
    ...idFrom('keyedOrderId', 'order_id'),
  },
  orderStep(TITLES.repeated, deliveryOrder, 'key'),
  step('orders.list', TITLES.list, 200, { token: 'token' }),
  step('auth.login', TITLES.untyped, 200, {
    body: ({ account }) => ({ email_or_phone: account.email, password: account.password }),
    otherStatuses: [403],
  }),
]

const UNKNOWN = 'not determined'

/** Answers each question with the setting of the shop that follows from it. */
export function hostNeeds(responses: readonly RunResponse[], { run, keyedOrderId }: StagingValues): Need[] {
  const stepOf = (title: string) => responses.find((each) => each.title === title)
  const answer = (title: string, read: (step: RunResponse) => [answer: string, setting?: string]) => {
    const step = stepOf(title)
    return step ? read(step) : ([UNKNOWN] as [string])
  }
  const rows: [question: string, answer: [string, string?]][] = [
    [
      'Does pickup need an address?',
      answer(TITLES.pickup, (step) => {
        if (step.status < 300) return ['no']
        return refusalOf(step) === 'delivery_address_id'
          ? ['yes', 'VITE_PICKUP_ADDRESS_ID=<id of an address>']
          : describeOtherRefusal(step)
      }),
    ],
    [
      'Is a total of 1,200,000 stored?',
      answer(TITLES.large, (step) => {
        if (step.status >= 300 && !isTotalRefused(step)) return describeOtherRefusal(step)
        const isStored = step.status < 300 && isTotalStored(step, stepOf(TITLES.list))
        if (isStored === null) return [UNKNOWN]
        return isStored ? ['yes'] : ['no', 'VITE_MAX_ORDER_AMOUNT=999999']
      }),
    ],
    [
      'Is `type` required to log in?',
      answer(TITLES.untyped, (step) => {
        if (step.status < 300) return ['no']
        return refusalOf(step) === 'type' ? ['yes'] : describeOtherRefusal(step)
      }),
    ],
    ['Where are product images?', imageFolderOf(responses)],
    [
      'Does the order list contain the reference?',
      answer(TITLES.list, ({ body }) => {
        const references = objectsOf(body).map((row) => row.transaction_reference)
        if (references.length === 0) return [UNKNOWN]
        return references.includes(referenceOf(run ?? ''))
          ? ['yes', 'VITE_SEND_PAYMENT_REFERENCE=on']
          : ['no']
      }),
    ],
    [
      'Is Idempotency-Key honoured?',
      answer(TITLES.repeated, ({ status, body }) => {
        if (keyedOrderId === undefined || status >= 300) return [UNKNOWN]
        return [
          idOf(field(body, 'order_id')) === String(keyedOrderId)
            ? 'yes'
            : 'no: a repeated order is a second one',
        ]
      }),
    ],
  ]
  return rows.map(([question, [text, setting = null]]) => ({ question, answer: text, setting }))
}

function refusalOf({ body }: RunResponse): string {
  return String(field(objectsOf(field(body, 'errors'))[0], 'code') ?? '')
}

const describeOtherRefusal = ({ status }: RunResponse): [string] => [
  `refused with ${status} for another reason`,
]

/** SQLSTATE of a number that exceeds its column. */
const OUT_OF_RANGE = '22003'

/**
 * Whether a host refuses the total of an order. Recorded: the original software returns the exception of its
 * database.
 */
function isTotalRefused(refused: RunResponse): boolean {
  const errorInfo = field(objectsOf(refused.body)[0], 'errorInfo')
  return refusalOf(refused) === 'order_amount' || (Array.isArray(errorInfo) && errorInfo[0] === OUT_OF_RANGE)
}

/** Whether the order list shows the total of an accepted order. Null if it does not contain the order. */
function isTotalStored({ body }: RunResponse, list: RunResponse | undefined): boolean | null {
  const id = idOf(field(body, 'order_id'))
  const row = objectsOf(list?.body).find((order) => id !== null && idOf(order.id) === id)
  return row ? Number(row.order_amount) === LARGE_TOTAL : null
}

function imageFolderOf(responses: readonly RunResponse[]): [string] {
  const isFound = (name: string) => responses.some((each) => each.name === name && each.status === 200)
  if (isFound('images.product')) return ['/product/{file}']
  return [isFound('images.storedProduct') ? '/storage/product/{file}' : UNKNOWN]
}
