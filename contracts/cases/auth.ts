import { errorCodes } from '../src/error-codes.ts'
import type { auth } from '../src/resources/auth.ts'
import type { CasesOf } from './provider-case.ts'

const LOCKS_ACCOUNTS = 'wrong passwords and codes lock accounts'

const registrant = (email: string) => ({
  f_name: 'contract-test',
  l_name: 'contract-test',
  email,
  phone: '+256700000099',
  password: 'contract-test',
})

export const authCases: CasesOf<typeof auth> = {
  login: [
    {
      title: 'exchanges valid credentials for a token',
      inputs: ['email', 'password'],
      // Recorded: builds from 7.3 on require a `type`.
      request: ({ email, password }) => [
        { body: { email_or_phone: email, password } },
        { body: { email_or_phone: email, password, type: email.includes('@') ? 'email' : 'phone' } },
      ],
      needsAlternative: (body) => errorCodes(body).includes('type'),
      status: 200,
    },
    {
      title: 'rejects a wrong password',
      inputs: ['email'],
      request: ({ email }) => ({ body: { email_or_phone: email, password: 'not-the-password' } }),
      status: 401,
      emulatorOnly: LOCKS_ACCOUNTS,
    },
    {
      title: 'rejects an unknown customer',
      request: { body: { email_or_phone: 'nobody@kitabo.example', password: 'not-the-password' } },
      status: 401,
      emulatorOnly: LOCKS_ACCOUNTS,
    },
    { title: 'lists the missing fields', request: { body: {} }, status: 403, emulatorOnly: LOCKS_ACCOUNTS },
    {
      title: 'rejects a password with fewer than six characters',
      request: { body: { email_or_phone: 'nobody@kitabo.example', password: 'short' } },
      status: 403,
      emulatorOnly: LOCKS_ACCOUNTS,
    },
  ],
  registration: [
    {
      title: 'creates a customer',
      request: { body: registrant('contract-test@kitabo.example') },
      status: 200,
      emulatorOnly: 'the customer cannot be removed',
    },
    {
      title: 'rejects an e-mail address that is taken',
      inputs: ['email'],
      request: ({ email }) => ({ body: { ...registrant(email), phone: '+256700000098' } }),
      status: 403,
      emulatorOnly: 'a host without this rule would create a customer',
    },
    {
      title: 'lists the missing fields in order',
      request: { body: { f_name: 'contract-test' } },
      status: 403,
    },
  ],
  forgotPassword: [
    {
      title: 'sends a code',
      inputs: ['email'],
      request: ({ email }) => ({ body: { email_or_phone: email } }),
      status: 200,
      emulatorOnly: 'the host sends an e-mail',
    },
    {
      title: 'rejects a second request for a code',
      inputs: ['email'],
      request: ({ email }) => ({ body: { email_or_phone: email } }),
      status: 403,
      emulatorOnly: 'the host sends an e-mail',
    },
    {
      title: 'returns 404 for an unknown customer',
      request: { body: { email_or_phone: 'nobody@kitabo.example' } },
      status: 404,
      emulatorOnly: LOCKS_ACCOUNTS,
    },
    { title: 'reports the missing field', request: { body: {} }, status: 403, emulatorOnly: LOCKS_ACCOUNTS },
  ],
  verifyToken: [
    {
      title: 'rejects a wrong code',
      inputs: ['email'],
      request: ({ email }) => ({ body: { email_or_phone: email, reset_token: '0000' } }),
      status: 401,
      emulatorOnly: LOCKS_ACCOUNTS,
    },
    { title: 'lists the missing fields', request: { body: {} }, status: 403, emulatorOnly: LOCKS_ACCOUNTS },
  ],
  resetPassword: [
    {
      title: 'rejects a wrong code',
      inputs: ['email'],
      request: ({ email }) => ({
        body: {
          email_or_phone: email,
          reset_token: '0000',
          password: 'new-password',
          confirm_password: 'new-password',
        },
      }),
      status: 401,
      emulatorOnly: LOCKS_ACCOUNTS,
    },
    { title: 'lists the missing fields', request: { body: {} }, status: 403, emulatorOnly: LOCKS_ACCOUNTS },
  ],
}
