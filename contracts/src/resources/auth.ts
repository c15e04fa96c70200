import { z } from 'zod'
import { BUILDS, endpoint, ONLY_7_1 } from '../endpoint.ts'
import { personal, secret } from '../schema/privacy.ts'
import { FailureList, Message, required, ServerError } from '../wire.ts'

/**
 * Source R1: if e-mail or phone verification is enabled, the host returns a temporary token instead of a bearer token.
 */
const Verification = z.object({ temporary_token: secret(z.string()), status: z.boolean().optional() })

const password = secret(required('password').min(6, { error: 'The password must be at least 6 characters.' }))
const emailOrPhone = personal(required('email or phone'))

/** Recorded: required from 7.7 on. */
const type = z.enum(['phone', 'email']).optional()

const evidence = {
  kind: 'documented',
  source: 'R1 CustomerAuthController and PasswordResetController',
} as const

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    auth: 'none',
    summary: 'Exchanges an e-mail address or phone number and a password for a bearer token.',
    body: z.object({ email_or_phone: emailOrPhone, password, type }),
    responses: {
      200: z.union([z.object({ token: secret(z.string()), status: z.boolean() }), Verification]),
      401: FailureList,
      // Returned for validation errors, and while an account is locked after five wrong passwords.
      403: FailureList,
    },
    recordedIn: { 200: BUILDS, 401: BUILDS, 403: BUILDS },
    evidence,
  }),

  registration: endpoint({
    method: 'POST',
    path: '/auth/registration',
    auth: 'none',
    summary: 'Creates a customer.',
    body: z.object({
      f_name: personal(required('first name')),
      l_name: personal(required('last name')),
      email: personal(required('email')),
      phone: personal(required('phone')),
      password,
    }),
    responses: { 200: z.union([z.object({ token: secret(z.string()) }), Verification]), 403: FailureList },
    recordedIn: { 200: BUILDS, 403: BUILDS },
    evidence,
  }),

  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    auth: 'none',
    summary: 'Sends a one-time code, which has four digits in build 7.1 and six in build 7.7.',
    body: z.object({ email_or_phone: emailOrPhone, type }),
    // 400: sending the e-mail failed. 403: a field is missing, or the request was repeated too soon. 404: unknown
    // customer.
    responses: { 200: Message, 400: FailureList, 403: FailureList, 404: FailureList },
    recordedIn: { 200: BUILDS, 403: BUILDS, 404: BUILDS },
    evidence,
  }),

  verifyToken: endpoint({
    method: 'POST',
    path: '/auth/verify-token',
    auth: 'none',
    summary: 'Checks a one-time code. The code itself is the reset token.',
    body: z.object({ email_or_phone: emailOrPhone, reset_token: secret(required('reset token')), type }),
    // Recorded: 500 if no code was requested, or the code was used.
    responses: { 200: Message, 401: FailureList, 403: FailureList, 500: ServerError },
    recordedIn: { 200: ONLY_7_1, 401: BUILDS, 403: BUILDS, 500: ONLY_7_1 },
    evidence,
  }),

  resetPassword: endpoint({
    method: 'PUT',
    path: '/auth/reset-password',
    auth: 'none',
    summary: 'Sets a new password. The host enforces no minimum length here.',
    body: z.object({
      email_or_phone: emailOrPhone,
      reset_token: secret(required('reset token')),
      password: secret(required('password')),
      confirm_password: secret(required('confirm password')),
      type,
    }),
    responses: { 200: Message, 401: FailureList, 403: FailureList },
    recordedIn: { 200: ONLY_7_1, 401: BUILDS, 403: BUILDS },
    evidence,
  }),
}
