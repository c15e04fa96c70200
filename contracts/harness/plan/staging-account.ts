import { field } from '../../cases/learn-from.ts'
import { effect, type StagingAccount, type StagingFacts, type StagingStep } from './staging.ts'

const TEXT_OF_ACCOUNT = ({ run }: StagingFacts) => `the customer contract-test-${run}`

/** witness R2: builds from 7.4 on want to know which of the two is sent; earlier ones do not look. */
const byMail = (account: StagingAccount) => ({ email_or_phone: account.email, type: 'email' })

function registration(account: StagingAccount) {
  return { f_name: 'Contract', l_name: 'Test', ...account }
}

function tokenIn(body: unknown): string | undefined {
  const token = field(body, 'token')
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Registers two accounts and logs in. */
export const REGISTRATION_STEPS: readonly StagingStep[] = [
  {
    name: 'auth.registration',
    title: 'registers an account of the run',
    as: 'anonymous',
    request: ({ account }) => ({ body: registration(account) }),
    status: [200],
    learns: (body) => ({ ...(tokenIn(body) ? { token: tokenIn(body) as string } : {}) }),
    leaves: { what: 'account', text: TEXT_OF_ACCOUNT },
  },
  {
    name: 'auth.registration',
    title: 'refuses to register the same address again',
    as: 'anonymous',
    request: ({ account }) => ({ body: registration(account) }),
    status: [403],
  },
  {
    name: 'auth.registration',
    title: 'registers a second account, whose data the first must not see',
    as: 'anonymous',
    request: ({ other }) => ({ body: registration(other) }),
    status: [200],
    learns: (body) => ({ ...(tokenIn(body) ? { otherToken: tokenIn(body) as string } : {}) }),
    leaves: { what: 'other account', text: (facts) => `${TEXT_OF_ACCOUNT(facts)}-other` },
  },
  {
    name: 'auth.login',
    title: 'refuses a wrong password of the run’s account',
    as: 'anonymous',
    request: ({ account }) => ({ body: { ...byMail(account), password: 'not-the-password' } }),
    status: [401],
  },
  {
    name: 'auth.login',
    title: 'logs the run’s account in',
    as: 'anonymous',
    request: ({ account }) => ({ body: { ...byMail(account), password: account.password } }),
    status: [200],
    learns: (body) => ({ ...(tokenIn(body) ? { token: tokenIn(body) as string } : {}) }),
  },
  {
    name: 'customer.info',
    title: 'returns the account that was registered',
    as: 'account',
    status: [200],
    judge: (body, { account }) =>
      field(body, 'email') === account.email
        ? []
        : effect('$.email', 'the address that was registered', 'another'),
  },
]

/** One-time code and new password; last, because the misses delay and the new password ends other sessions. */
export const PASSWORD_STEPS: readonly StagingStep[] = [
  {
    name: 'auth.forgotPassword',
    title: 'sends a one-time code to the run’s account',
    as: 'anonymous',
    request: ({ account }) => ({ body: byMail(account) }),
    status: [200],
  },
  {
    name: 'auth.forgotPassword',
    title: 'asks to wait before a second code for the run’s account',
    as: 'anonymous',
    request: ({ account }) => ({ body: byMail(account) }),
    status: [403],
  },
  {
    name: 'auth.verifyToken',
    title: 'refuses a wrong code of the run’s account',
    as: 'anonymous',
    request: ({ account, code }) => ({ body: { ...byMail(account), reset_token: otherThan(code) } }),
    status: [401],
  },
  {
    name: 'auth.verifyToken',
    title: 'accepts the code that was sent',
    as: 'anonymous',
    needs: ['code'],
    request: ({ account, code }) => ({ body: { ...byMail(account), reset_token: code } }),
    status: [200],
  },
  {
    name: 'auth.resetPassword',
    title: 'refuses a new password with a wrong code',
    as: 'anonymous',
    request: ({ account, code, newPassword }) => ({ body: reset(account, otherThan(code), newPassword) }),
    status: [401],
  },
  {
    name: 'auth.resetPassword',
    title: 'sets a new password with the code that was sent',
    as: 'anonymous',
    needs: ['code'],
    request: ({ account, code, newPassword }) => ({ body: reset(account, code, newPassword) }),
    status: [200],
  },
  {
    name: 'auth.login',
    title: 'refuses the old password after a new one is set',
    as: 'anonymous',
    needs: ['code'],
    request: ({ account }) => ({ body: { ...byMail(account), password: account.password } }),
    status: [401],
  },
  {
    name: 'auth.login',
    title: 'logs in with the new password',
    as: 'anonymous',
    needs: ['code'],
    request: ({ account, newPassword }) => ({ body: { ...byMail(account), password: newPassword } }),
    status: [200],
  },
]

function reset(account: StagingAccount, code: string, password: string) {
  return { ...byMail(account), reset_token: code, password, confirm_password: password }
}

/** A code of the same length that is not the given one. */
function otherThan(code: string | undefined): string {
  return code === undefined ? '0000' : code.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
}
