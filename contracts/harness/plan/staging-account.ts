import { learnsToken, type StagingAccount, type StagingFacts, type StagingStep } from './staging.ts'

const TEXT_OF_ACCOUNT = ({ run }: StagingFacts) => `the customer contract-test-${run}`

/** Source R2: builds from 7.4 on require the type; earlier ones ignore it. */
const byMail = (account: StagingAccount) => ({ email_or_phone: account.email, type: 'email' })

function registration(account: StagingAccount) {
  return { f_name: 'Contract', l_name: 'Test', ...account }
}

/** Registers two accounts and logs in. */
export const REGISTRATION_STEPS: readonly StagingStep[] = [
  {
    name: 'auth.registration',
    title: 'registers an account',
    request: ({ account }) => ({ body: registration(account) }),
    status: 200,
    ...learnsToken('token'),
    leaves: { what: 'account', text: TEXT_OF_ACCOUNT },
  },
  {
    name: 'auth.registration',
    title: 'rejects an e-mail address that is registered',
    request: ({ account }) => ({ body: registration(account) }),
    status: 403,
  },
  {
    name: 'auth.registration',
    title: 'registers a second account, whose data must stay private',
    request: ({ other }) => ({ body: registration(other) }),
    status: 200,
    ...learnsToken('otherToken'),
    leaves: { what: 'other account', text: (facts) => `${TEXT_OF_ACCOUNT(facts)}-other` },
  },
  {
    name: 'auth.login',
    title: 'rejects a wrong password of the account',
    request: ({ account }) => ({ body: { ...byMail(account), password: 'not-the-password' } }),
    status: 401,
  },
  {
    name: 'auth.login',
    title: 'logs in to the account',
    request: ({ account }) => ({ body: { ...byMail(account), password: account.password } }),
    status: 200,
    ...learnsToken('token'),
  },
  {
    name: 'customer.info',
    title: 'returns the registered account',
    as: 'account',
    status: 200,
  },
]

/** Requests the account again after all other writes. */
export const UNCHANGED_STEP: StagingStep = {
  name: 'customer.info',
  title: 'returns the account unchanged after all other writes',
  as: 'account',
  status: 200,
}

/** One-time code and new password. Last, because wrong attempts delay and a new password ends other sessions. */
export const PASSWORD_STEPS: readonly StagingStep[] = [
  {
    name: 'auth.forgotPassword',
    title: 'sends no code to an unknown customer',
    request: ({ account }) => ({ body: byMail({ ...account, email: `unknown-${account.email}` }) }),
    status: 404,
  },
  {
    name: 'auth.forgotPassword',
    title: 'sends no code to an invalid e-mail address',
    request: ({ run }) => ({ body: { email_or_phone: `contract-test-${run}`, type: 'email' } }),
    // Builds that validate the format reject it before they look up the customer.
    status: 404,
    orStatus: [403],
  },
  {
    name: 'auth.forgotPassword',
    title: 'sends a one-time code to the account',
    request: ({ account }) => ({ body: byMail(account) }),
    status: 200,
  },
  {
    name: 'auth.forgotPassword',
    title: 'rejects a second request for a code of the account',
    request: ({ account }) => ({ body: byMail(account) }),
    status: 403,
  },
  {
    name: 'auth.verifyToken',
    title: 'rejects a wrong code of the account',
    request: ({ account, code }) => ({ body: { ...byMail(account), reset_token: otherThan(code) } }),
    status: 401,
  },
  {
    name: 'auth.verifyToken',
    title: 'accepts the sent code',
    needs: ['code'],
    request: ({ account, code }) => ({ body: { ...byMail(account), reset_token: code } }),
    status: 200,
  },
  {
    name: 'auth.resetPassword',
    title: 'rejects a new password with a wrong code',
    request: ({ account, code, newPassword }) => ({ body: reset(account, otherThan(code), newPassword) }),
    status: 401,
  },
  {
    name: 'auth.resetPassword',
    title: 'sets a new password with the sent code',
    needs: ['code'],
    request: ({ account, code, newPassword }) => ({ body: reset(account, code, newPassword) }),
    status: 200,
  },
  {
    name: 'auth.login',
    title: 'rejects the old password after a change',
    needs: ['code'],
    request: ({ account }) => ({ body: { ...byMail(account), password: account.password } }),
    status: 401,
  },
  {
    name: 'auth.login',
    title: 'logs in with the new password',
    needs: ['code'],
    request: ({ account, newPassword }) => ({ body: { ...byMail(account), password: newPassword } }),
    status: 200,
  },
]

function reset(account: StagingAccount, code: string, password: string) {
  return { ...byMail(account), reset_token: code, password, confirm_password: password }
}

/** Returns a different code of the same length. */
function otherThan(code: string | undefined): string {
  return code === undefined ? '0000' : code.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
}
