import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Customer } from 'contracts/resources/customer'
import { call, type WireResponse } from '../../api/api.ts'
import { readId, readObject, readString } from '../../api/read-values.ts'
import { rememberCustomer, tokenCacheKey } from '../../api/session.ts'
import { limits } from '../../config/limits.ts'
import { isEmail } from '../../domain/contact.ts'

/** The account details that the shop uses. The host's response contains more than a browser should store. */
export type Profile = {
  id: number | null
  f_name: string
  l_name: string
  email: string
  phone: string
  image_fullpath: string | null
}

/** Reads the account details from a response. Returns null if it contains none. */
export function readProfile(body: unknown): Profile | null {
  const wire = readObject<Customer>(body)
  const profile = {
    id: readId(wire.id),
    f_name: readString(wire.f_name),
    l_name: readString(wire.l_name),
    email: readString(wire.email),
    phone: readString(wire.phone),
    // Allows only http(s) URLs and paths as image sources.
    image_fullpath: /^(https?:\/)?\/\S*/i.exec(readString(wire.image_fullpath))?.[0] ?? null,
  }
  return Object.values(profile).some(Boolean) ? profile : null
}

/** The current customer's account details. Disabled without a token. */
export function customerQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', tokenCacheKey(token), 'info'],
    // Selects the fields before caching, so that the tokens in the response are not cached.
    queryFn: async ({ signal }) => {
      const profile = readProfile(await call('GET /customer/info', { signal }))
      rememberCustomer(token, profile?.id ?? null)
      return profile
    },
    enabled: token !== null,
    retry: false,
  })
}

/** Logs in. Resolves to the token, or to null if the host didn't return one. */
export function useLogIn() {
  return useMutation({
    mutationFn: async (body: { email_or_phone: string; password: string }) => {
      const response = await call('POST /auth/login', { body })
      return readString(readObject<WireResponse<'POST /auth/login'>>(response).token) || null
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

export type Registration = { f_name: string; l_name: string; email: string; phone: string; password: string }

type RegistrationErrors = Partial<Record<keyof Registration, string>>

/** Returns an error message for each invalid field. The phone number is not validated. */
export function registrationErrors(draft: Registration): RegistrationErrors {
  return {
    ...(draft.f_name.trim() === '' ? { f_name: 'First name is required' } : {}),
    ...(draft.l_name.trim() === '' ? { l_name: 'Last name is required' } : {}),
    ...(isEmail(draft.email.trim()) ? {} : { email: 'Invalid email address' }),
    ...(draft.password.length < limits.registrationPassword ? { password: 'Password is too weak' } : {}),
  }
}
