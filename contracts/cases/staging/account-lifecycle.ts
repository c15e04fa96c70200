import {
  idFrom,
  newestIdFrom,
  type ProviderStep,
  type StagingAccount,
  type StagingValues,
  step,
  tokenFrom,
} from './staging.ts'

const describeAccount = ({ run }: StagingValues) => `the customer contract-test-${run}`

/** Returns the address fields of a request. Source R2: builds from 7.3 on require `type`; earlier builds ignore it. */
const emailFieldsOf = (account: StagingAccount) => ({ email_or_phone: account.email, type: 'email' })

function registrationBody(account: StagingAccount) {
  return { f_name: 'contract-test', l_name: 'contract-test', ...account }
}

/** Registers two accounts and logs in. */
export const REGISTRATION_STEPS: readonly ProviderStep[] = [
  step('auth.registration', 'registers an account', 200, {
    body: ({ account }) => registrationBody(account),
    ...tokenFrom('token'),
    leaves: { what: 'account', text: describeAccount },
  }),
  step('auth.registration', 'rejects an e-mail address that is already registered', 403, {
    body: ({ account }) => registrationBody(account),
  }),
  step('auth.registration', 'registers a second account, whose data must stay private', 200, {
    body: ({ other }) => registrationBody(other),
    ...tokenFrom('otherToken'),
    leaves: { what: 'other account', text: (values) => `${describeAccount(values)}-other` },
  }),
  step('auth.login', 'rejects a wrong password for the account', 401, {
    body: ({ account }) => ({ ...emailFieldsOf(account), password: 'not-the-password' }),
  }),
  step('auth.login', 'logs in to the account', 200, {
    body: ({ account }) => ({ ...emailFieldsOf(account), password: account.password }),
    ...tokenFrom('token'),
  }),
  step('customer.info', 'returns the registered account', 200, { token: 'token' }),
]

/** Reads the account after all other writes, none of which may have changed it or its lists. */
export const UNCHANGED_STEPS: readonly ProviderStep[] = [
  step('customer.info', 'returns the account unchanged after all other writes', 200, { token: 'token' }),
  step('wishlist.list', 'returns the wishlist unchanged after all other writes', 200, { token: 'token' }),
  step('addresses.list', 'returns the addresses unchanged after all other writes', 200, { token: 'token' }),
  step('orders.list', 'returns the orders unchanged after all other writes', 200, { token: 'token' }),
]

/** Resets the password. Runs last, because failed attempts cause delays and a new password ends all sessions. */
export const PASSWORD_STEPS: readonly ProviderStep[] = [
  step('auth.forgotPassword', 'sends no code to an unknown customer', 404, {
    body: ({ account }) => emailFieldsOf({ ...account, email: `unknown-${account.email}` }),
  }),
  step('auth.forgotPassword', 'sends no code to an invalid e-mail address', 404, {
    body: ({ run }) => ({ email_or_phone: `contract-test-${run}`, type: 'email' }),
    // Builds that validate the format return 403 without looking up the customer.
    otherStatuses: [403],
  }),
  step('auth.forgotPassword', 'sends a one-time code to the account', 200, {
    body: ({ account }) => emailFieldsOf(account),
  }),
  step('auth.forgotPassword', 'rejects a second code request for the account', 403, {
    body: ({ account }) => emailFieldsOf(account),
  }),
  step('auth.verifyToken', 'rejects a wrong code for the account', 401, {
    lookup: { value: 'code', email: ({ account }) => account.email },
    body: ({ account, code }) => ({ ...emailFieldsOf(account), reset_token: wrongCodeOf(code) }),
  }),
  step('auth.verifyToken', 'accepts the code from the e-mail', 200, {
    inputs: ['code'],
    body: ({ account, code }) => ({ ...emailFieldsOf(account), reset_token: code }),
  }),
  step('auth.resetPassword', 'rejects a new password with a wrong code', 401, {
    body: ({ account, code, newPassword }) => resetBody(account, wrongCodeOf(code), newPassword),
  }),
  step('auth.resetPassword', 'sets a new password with the code from the e-mail', 200, {
    inputs: ['code'],
    body: ({ account, code, newPassword }) => resetBody(account, code, newPassword),
  }),
  step('auth.login', 'rejects the old password after the change', 401, {
    inputs: ['code'],
    body: ({ account }) => ({ ...emailFieldsOf(account), password: account.password }),
  }),
  step('auth.login', 'logs in with the new password', 200, {
    inputs: ['code'],
    body: ({ account, newPassword }) => ({ ...emailFieldsOf(account), password: newPassword }),
  }),
]

function resetBody(account: StagingAccount, code: string, password: string) {
  return { ...emailFieldsOf(account), reset_token: code, password, confirm_password: password }
}

/** Returns a different code with the same length. */
function wrongCodeOf(code: string | undefined): string {
  return code === undefined ? '0000' : code.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
}

/** Adds a product to the wishlist twice and removes it twice. Hosts must accept the repetitions. */
export const WISH_STEPS: readonly ProviderStep[] = [
  step('wishlist.list', 'lists the empty wishlist of a new account', 200, { token: 'token' }),
  ...['adds a product to the wishlist', 'adds the same product again'].map((title) =>
    step('wishlist.add', title, 200, {
      token: 'token',
      inputs: ['productId'],
      body: ({ productId }) => ({ product_ids: [productId] }),
      leaves: { what: 'wishlist product', text: ({ productId }) => `product ${productId} on the wishlist` },
    }),
  ),
  step('wishlist.list', 'lists the product once', 200, { token: 'token', inputs: ['productId'] }),
  ...['removes the product from the wishlist', 'removes the same product again'].map((title) =>
    step('wishlist.remove', title, 200, {
      token: 'token',
      inputs: ['productId'],
      body: ({ productId }) => ({ product_ids: [productId] }),
      removes: 'wishlist product',
    }),
  ),
  step('wishlist.list', 'no longer lists the product', 200, { token: 'token', inputs: ['productId'] }),
]

/** Address text that identifies the address if the host returns no id. */
export const addressText = (run: string) => `contract-test ${run}, Kampala`

function addressBody(run: string) {
  return {
    address_type: 'Home',
    contact_person_name: 'contract-test',
    contact_person_number: '+256700000009',
    address: addressText(run),
    latitude: '0.3476',
    longitude: '32.5825',
    road: 'N/A',
    floor: 'N/A',
    house: 'N/A',
  }
}

/** Adds an address to each account. ADDRESS_REMOVAL_STEPS removes the addresses after the orders. */
export const ADDRESS_STEPS: readonly ProviderStep[] = [
  step('addresses.list', 'lists the addresses of a new account', 200, { token: 'token' }),
  step('addresses.add', 'saves an address for the account', 200, {
    token: 'token',
    body: ({ run }) => addressBody(run),
    ...idFrom('addressId', 'id'),
    leaves: { what: 'address', text: ({ run }) => `an address "${addressText(run ?? '')}"` },
  }),
  step('addresses.list', 'lists the saved address', 200, {
    token: 'token',
    ...newestIdFrom('addressId', (row, { run = '' }) => row.address === addressText(run)),
  }),
  step('addresses.add', 'saves an address for the second account', 200, {
    token: 'otherToken',
    body: ({ run }) => addressBody(`${run}-other`),
    ...idFrom('otherAddressId', 'id'),
    leaves: { what: 'other address', text: ({ run }) => `an address "${addressText(`${run}-other`)}"` },
  }),
  step('addresses.list', 'lists the second account’s address', 200, {
    token: 'otherToken',
    ...newestIdFrom('otherAddressId', (row, { run }) => row.address === addressText(`${run}-other`)),
  }),
  step('addresses.delete', 'does not let the first account remove the second account’s address', 404, {
    token: 'token',
    inputs: ['otherAddressId'],
    body: ({ otherAddressId }) => ({ address_id: otherAddressId }),
  }),
  step('addresses.list', 'still lists the second account’s address', 200, {
    token: 'otherToken',
    inputs: ['otherAddressId'],
  }),
]

export const ADDRESS_REMOVAL_STEPS: readonly ProviderStep[] = [
  step('addresses.delete', 'removes the address of the account', 200, {
    token: 'token',
    inputs: ['addressId'],
    body: ({ addressId }) => ({ address_id: addressId }),
    removes: 'address',
  }),
  step('addresses.delete', 'returns 404 for the removed address', 404, {
    token: 'token',
    inputs: ['addressId'],
    body: ({ addressId }) => ({ address_id: addressId }),
  }),
  step('addresses.list', 'no longer lists the address', 200, { token: 'token', inputs: ['addressId'] }),
  step('addresses.delete', 'removes the address of the second account', 200, {
    token: 'otherToken',
    inputs: ['otherAddressId'],
    body: ({ otherAddressId }) => ({ address_id: otherAddressId }),
    removes: 'other address',
  }),
]
