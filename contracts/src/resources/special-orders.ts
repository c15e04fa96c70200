import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { entity } from '../relation.ts'
import { personal } from '../schema/privacy.ts'
import { from, sent } from '../selection.ts'
import { FailureMap, Id, MAX_LONG_TEXT_LENGTH, required, Timestamp, Unauthenticated } from '../wire.ts'

export const SpecialOrder = z
  .object({
    customer_name: personal(required('customer name')),
    phone_number: personal(required('phone number')),
    preferred_contact_method: z.enum(['Email', 'WhatsApp'], {
      error: (issue) =>
        issue.input == null
          ? 'The preferred contact method field is required.'
          : 'The selected preferred contact method is invalid.',
    }),
    email: personal(z.string().max(255)).nullable().meta({ description: 'Null if WhatsApp is preferred.' }),
    item_name: required('item name'),
    order_details: personal(z.string().min(1)),
    quantity: z
      .int({ error: 'The quantity field is required.' })
      .min(1, { error: 'The quantity must be at least 1.' }),
    customizations: personal(z.string()).nullable(),
    status: z.literal(1),
  })
  .meta({ id: 'SpecialOrder' })
export type SpecialOrder = z.infer<typeof SpecialOrder>

const Stored = z.object({
  success: z.boolean(),
  message: z.string(),
  data: SpecialOrder.extend({
    id: Id,
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
  }),
})

export const specialOrders = {
  store: endpoint({
    method: 'POST',
    path: '/special-order/store',
    auth: 'bearer',
    summary: 'Requests an item that the shop does not stock.',
    body: SpecialOrder.extend({
      email: personal(
        z
          .string()
          .max(255)
          // Also limits the length, because Zod checks a text that is too long, too, and the rest is quadratic.
          .regex(/^(?=.{1,255}$)[^\s@]+@[^\s@]+\.[^\s@]+$/, {
            error: 'The email must be a valid email address.',
          }),
      ).nullable(),
      quantity: SpecialOrder.shape.quantity.max(10_000, {
        error: 'The quantity may not be greater than 10000.',
      }),
      order_details: personal(required('order details', MAX_LONG_TEXT_LENGTH)),
      customizations: personal(z.string().max(MAX_LONG_TEXT_LENGTH)).nullable(),
    }),
    responses: {
      200: Stored,
      // Laravel's status for created rows. Assumed: the host may return either.
      201: Stored,
      401: Unauthenticated,
      422: FailureMap,
    },
    evidence: {
      kind: 'assumed',
      why: "the provider's own addition, without a public source; only the request payload is known",
    },
  }),
}

const storedSpecialOrder = entity<SpecialOrder & { id: number }>('a special order is stored as sent', 'id', [
  'customer_name',
  'phone_number',
  'preferred_contact_method',
  'email',
  'item_name',
  'order_details',
  'quantity',
  'customizations',
])

export const relations = [
  storedSpecialOrder.in(
    sent(specialOrders.store, ['data'], (request, { data }) => [{ ...request, id: data.id }]),
  ),
  storedSpecialOrder.in(from(specialOrders.store, '$.data')),
].map((relation) => ({ ...relation, assumed: 'no public source shows the stored row' }))
