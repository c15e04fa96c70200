import { z } from 'zod'
import { BUILDS, endpoint, ONLY_7_1 } from '../endpoint.ts'
import { collects, entity, reference } from '../relation.ts'
import { personal } from '../schema/privacy.ts'
import { derived, from, sent } from '../selection.ts'
import {
  eachRowOnce,
  FailureList,
  Flag,
  Id,
  MAX_TEXT_LENGTH,
  Message,
  required,
  ServerError,
  Timestamp,
  Unauthenticated,
} from '../wire.ts'
import { tokenOwner } from './customer.ts'

/** Source R1: the maximum lengths are the host's column widths. Assumed: longer values cause a database error. */
export const Address = z
  .object({
    id: Id,
    user_id: Id.nullable(),
    address_type: z.string().meta({ description: 'Home or Work; other values exist.' }),
    contact_person_name: personal(z.string()).nullable(),
    contact_person_number: personal(z.string()),
    address: personal(z.string()).nullable(),
    road: personal(z.string()).nullable(),
    house: personal(z.string()).nullable(),
    floor: personal(z.string()).nullable(),
    latitude: personal(z.string()).nullable().meta({ description: 'Decimal degrees as a string.' }),
    longitude: personal(z.string()).nullable().meta({ description: 'Decimal degrees as a string.' }),
    // Recorded.
    is_guest: Flag.optional().meta({ description: 'From 7.7 on.' }),
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof Address>

const evidence = {
  kind: 'documented',
  source: 'R1 CustomerController',
} as const

export const addresses = {
  list: endpoint({
    method: 'GET',
    path: '/customer/address/list',
    auth: 'bearer',
    guestsFrom: '7.7',
    readOnly: 'the test customer’s own list',
    summary: "The customer's saved addresses, newest first.",
    responses: { 200: z.array(Address), 401: Unauthenticated },
    recordedIn: { 200: BUILDS, 401: ONLY_7_1 },
    evidence,
  }),

  add: endpoint({
    method: 'POST',
    path: '/customer/address/add',
    auth: 'bearer',
    guestsFrom: '7.7',
    summary: 'Saves an address.',
    body: z.object({
      contact_person_name: personal(required('contact person name', 100)),
      address_type: required('address type', 100),
      contact_person_number: personal(required('contact person number', 20)),
      address: personal(required('address', 250)),
      latitude: personal(z.union([z.string().max(MAX_TEXT_LENGTH), z.number()])).nullish(),
      longitude: personal(z.union([z.string().max(MAX_TEXT_LENGTH), z.number()])).nullish(),
      road: personal(z.string().max(50)).nullish(),
      house: personal(z.string().max(50)).nullish(),
      floor: personal(z.string().max(10)).nullish(),
    }),
    responses: {
      // Assumed: this provider returns the created row. Source R1: the host returns a message without an id.
      200: z.union([Address.partial({ user_id: true }), Message]),
      401: Unauthenticated,
      403: FailureList,
      // Recorded: a text that is longer than its column.
      500: ServerError,
    },
    recordedIn: { 200: BUILDS, 401: ONLY_7_1, 403: BUILDS, 500: BUILDS },
    evidence: { ...evidence, note: 'the created row is assumed' },
  }),

  delete: endpoint({
    method: 'DELETE',
    path: '/customer/address/delete',
    auth: 'bearer',
    guestsFrom: '7.7',
    summary: 'Removes a saved address.',
    body: z.object({
      address_id: z.union([Id, z.string().max(MAX_TEXT_LENGTH)], {
        error: 'The address id field is required.',
      }),
    }),
    responses: {
      200: Message,
      401: Unauthenticated,
      403: FailureList,
      // Source R1: also returned for an address that belongs to a different customer.
      404: Message,
    },
    recordedIn: { 200: BUILDS, 403: BUILDS, 404: BUILDS },
    evidence,
  }),
}

const STORED = [
  'address_type',
  'contact_person_name',
  'contact_person_number',
  'address',
  'latitude',
  'longitude',
  'road',
  'house',
  'floor',
] as const
const addressEntity = entity<Address>('an address is stored as sent', 'id', STORED)
const listedAddresses = from(addresses.list, '$[]')

export const relations = [
  addressEntity.in(listedAddresses),
  addressEntity.in(derived(from(addresses.add, '$'), ['id', ...STORED], (row) => (row.id ? row : null))),
  addressEntity.in(
    sent(addresses.add, ['id'], (request, { id }) => (id === undefined ? [] : [{ ...request, id }])),
  ),
  collects('saved addresses change only as requested', from(addresses.list, '$'), [
    sent(addresses.add, ['id'], (_, { id }) => [{ added: id === undefined ? null : String(id) }]),
    sent(addresses.delete, [], ({ address_id }) => [{ removed: String(address_id) }]),
  ]),
  eachRowOnce(from(addresses.list, '$')),
  reference('an address belongs to the customer', listedAddresses, 'user_id', tokenOwner, 'id'),
]
