import type { EndpointsByKey } from 'contracts/api'
import { ApiError } from 'contracts/client'
import type { BodyOf } from 'contracts/endpoint'
import { errorCodes } from 'contracts/error-codes'
import { call } from '../../api/api.ts'
import { hostTraits } from '../../api/host-traits.ts'

type AccountRequest =
  | 'POST /auth/login'
  | 'POST /auth/forgot-password'
  | 'POST /auth/verify-token'
  | 'PUT /auth/reset-password'

/**
 * Sends a log-in or a step of a password reset. Builds from 7.3 on require a `type`, which is added once the host has
 * refused a request without it. Recorded: build 7.7.
 * @throws the errors of the API client
 */
export async function callAccount<K extends AccountRequest>(
  key: K,
  body: BodyOf<EndpointsByKey[K]>,
): Promise<unknown> {
  const send = call as (key: K, input: { body: object }) => Promise<unknown>
  const typed = { ...body, type: body.email_or_phone.includes('@') ? 'email' : 'phone' }
  if (hostTraits.get().requiresAccountType) return send(key, { body: typed })
  try {
    return await send(key, { body })
  } catch (error) {
    if (!(error instanceof ApiError) || !errorCodes(error.body).includes('type')) throw error
    hostTraits.set({ requiresAccountType: true })
    return send(key, { body: typed })
  }
}
