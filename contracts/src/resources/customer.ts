import { z } from 'zod'
import { BUILDS, endpoint } from '../endpoint.ts'
import { entity } from '../relation.ts'
import { personal, secret } from '../schema/privacy.ts'
import { derived, from, sent } from '../selection.ts'
import { absoluteImages, Flag, Id, SqlTimestamp, Timestamp, Unauthenticated } from '../wire.ts'
import { auth } from './auth.ts'

/**
 * Source R1: the response is the complete user row, including tokens. Clients must never log or store it as a whole.
 */
export const Customer = z
  .object({
    id: Id,
    f_name: personal(z.string()).nullable(),
    l_name: personal(z.string()).nullable(),
    email: personal(z.string()).nullable(),
    phone: personal(z.string()).nullable(),
    image: personal(z.string()).nullable(),
    // Recorded.
    image_fullpath: personal(z.string()).optional().meta({ description: 'Absent from 7.7 on.' }),
    is_phone_verified: Flag,
    email_verified_at: Timestamp.nullable(),
    email_verification_token: secret(z.string()).nullable(),
    cm_firebase_token: secret(z.string()).nullable(),
    temporary_token: secret(z.string()).nullish(),
    login_hit_count: z.int().optional(),
    is_temp_blocked: Flag.optional(),
    temp_block_time: SqlTimestamp.nullish(),
    login_medium: z.string().nullable(),
    created_at: Timestamp.nullish(),
    updated_at: Timestamp.nullable(),
    /** Present in later builds. */
    wallet_balance: z.number().nullish(),
    loyalty_point: z.number().nullish(),
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>

export const customer = {
  info: endpoint({
    method: 'GET',
    path: '/customer/info',
    auth: 'bearer',
    readOnly: 'the test customer’s own row; reading changes nothing',
    summary: 'The customer that the token belongs to.',
    responses: { 200: Customer, 401: Unauthenticated },
    recordedIn: { 200: BUILDS, 401: BUILDS },
    evidence: { kind: 'documented', source: 'R1 CustomerController' },
  }),
}

/** Excludes the fields that change at login, and the phone number, which may be null. */
export const customerEntity = entity<Customer>('a customer is the same everywhere', 'id', [
  'f_name',
  'l_name',
  'email',
  'created_at',
])
/** The customer of a token, to whom all rows of the account must belong. */
export const tokenOwner = from(customer.info, '$')
const account = entity<Customer>('the account with an e-mail address is as registered', 'email', [
  'f_name',
  'l_name',
  'phone',
])
const login = entity<{ account: string; email: string }>('the account is the one that logged in', 'account', [
  'email',
])
const accountOf = (email: string) => ({ account: 'of the token', email: email.toLowerCase() })

export const relations = [
  customerEntity.in(tokenOwner),
  login.in(
    sent(auth.login, [], ({ email_or_phone }) =>
      email_or_phone.includes('@') ? [accountOf(email_or_phone)] : [],
    ),
  ),
  login.in(derived(tokenOwner, ['email'], ({ email }) => (email ? accountOf(email) : null))),
  absoluteImages(tokenOwner),
  account.in(sent(auth.registration, [], (request) => [request])),
  account.in(tokenOwner),
]
