import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Customer } from 'contracts/customer'
import { call } from '../../lib/api.ts'
import { sessionMark } from '../../lib/session.ts'
import type { Registration } from './registration.ts'

/** The fields of a customer that the shop shows; the host answers more than anybody should keep. */
export type Profile = {
  id: number | null
  f_name: string
  l_name: string
  email: string
  phone: string
  image_fullpath: string | null
}

/** Null when the answer holds no account details. */
export function tidyProfile(body: unknown): Profile | null {
  if (body === null || typeof body !== 'object') return null
  const { id, f_name, l_name, email, phone, image_fullpath } = body as Partial<Customer>
  if (id == null && !f_name && !l_name && !email && !phone) return null
  return {
    id: typeof id === 'number' ? id : null,
    f_name: f_name ?? '',
    l_name: l_name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    image_fullpath: image_fullpath ?? null,
  }
}

/** Who is logged in; not asked without a token. */
export function customerQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', sessionMark(token), 'info'],
    // Fields are picked before anything is kept: the raw row carries tokens.
    queryFn: async ({ signal }) => tidyProfile(await call('GET /customer/info', { signal })),
    enabled: token !== null,
    retry: false,
  })
}

/** Answers the token, or null when the host sent none. */
export function useLogIn() {
  return useMutation({
    mutationFn: async (body: { email_or_phone: string; password: string }) => {
      const answer = await call('POST /auth/login', { body })
      return 'token' in answer && typeof answer.token === 'string' ? answer.token || null : null
    },
  })
}

export function useRegister() {
  return useMutation({ mutationFn: (body: Registration) => call('POST /auth/registration', { body }) })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (email_or_phone: string) => call('POST /auth/forgot-password', { body: { email_or_phone } }),
  })
}

export function useVerifyCode() {
  return useMutation({
    mutationFn: (body: { email_or_phone: string; reset_token: string }) =>
      call('POST /auth/verify-token', { body }),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: {
      email_or_phone: string
      reset_token: string
      password: string
      confirm_password: string
    }) => call('PUT /auth/reset-password', { body }),
  })
}
