import { learnsId, learnsNewestId, type StagingStep } from './staging.ts'

/** Wish list of the account. Adding or removing a product twice is allowed. */
export const WISH_STEPS: readonly StagingStep[] = [
  { name: 'wishlist.list', title: 'lists the empty wish list of a new account', as: 'account', status: 200 },
  ...['adds a wish', 'adds the same wish again'].map(
    (title): StagingStep => ({
      name: 'wishlist.add',
      title,
      as: 'account',
      needs: ['productId'],
      request: ({ productId }) => ({ body: { product_ids: [productId] } }),
      status: 200,
      leaves: { what: 'wish', text: ({ productId }) => `a wish for product ${productId}` },
    }),
  ),
  {
    name: 'wishlist.list',
    title: 'lists the product once',
    as: 'account',
    needs: ['productId'],
    status: 200,
  },
  ...['removes the wish', 'removes the same wish again'].map(
    (title): StagingStep => ({
      name: 'wishlist.remove',
      title,
      as: 'account',
      needs: ['productId'],
      request: ({ productId }) => ({ body: { product_ids: [productId] } }),
      status: 200,
      removes: 'wish',
    }),
  ),
  {
    name: 'wishlist.list',
    title: 'no longer lists the product',
    as: 'account',
    needs: ['productId'],
    status: 200,
  },
]

/** Identifies the address if the host returns no id. */
const textOf = (run: string) => `Contract test ${run}, Kampala`

function address(run: string) {
  return {
    address_type: 'Home',
    contact_person_name: 'Contract Test',
    contact_person_number: '+256700000009',
    address: textOf(run),
    latitude: '0.3476',
    longitude: '32.5825',
    road: 'N/A',
    floor: 'N/A',
    house: 'N/A',
  }
}

/** Adds an address to each account. ADDRESS_REMOVAL_STEPS removes them after the orders. */
export const ADDRESS_STEPS: readonly StagingStep[] = [
  { name: 'addresses.list', title: 'lists the addresses of a new account', as: 'account', status: 200 },
  {
    name: 'addresses.add',
    title: 'saves an address of the account',
    as: 'account',
    request: ({ run }) => ({ body: address(run) }),
    status: 200,
    ...learnsId('addressId', 'id'),
    leaves: { what: 'address', text: ({ run }) => `an address "${textOf(run ?? '')}"` },
  },
  {
    name: 'addresses.list',
    title: 'lists the saved address',
    as: 'account',
    status: 200,
    ...learnsNewestId('addressId', (row, { run = '' }) => row.address === textOf(run)),
  },
  {
    name: 'addresses.add',
    title: 'saves an address of the second account',
    as: 'other',
    request: ({ run }) => ({ body: address(`${run}-other`) }),
    status: 200,
    ...learnsId('otherAddressId', 'id'),
    leaves: { what: 'other address', text: ({ run }) => `an address "${textOf(`${run}-other`)}"` },
  },
  {
    name: 'addresses.list',
    title: 'lists the second account’s address',
    as: 'other',
    status: 200,
    ...learnsNewestId('otherAddressId', (row, { run }) => row.address === textOf(`${run}-other`)),
  },
  {
    name: 'addresses.delete',
    title: 'does not remove the address of another account',
    as: 'account',
    needs: ['otherAddressId'],
    request: ({ otherAddressId }) => ({ body: { address_id: otherAddressId } }),
    status: 404,
  },
  {
    name: 'addresses.list',
    title: 'still lists the second account’s address',
    as: 'other',
    needs: ['otherAddressId'],
    status: 200,
  },
]

export const ADDRESS_REMOVAL_STEPS: readonly StagingStep[] = [
  {
    name: 'addresses.delete',
    title: 'removes the address of the account',
    as: 'account',
    needs: ['addressId'],
    request: ({ addressId }) => ({ body: { address_id: addressId } }),
    status: 200,
    removes: 'address',
  },
  {
    name: 'addresses.delete',
    title: 'returns 404 for the removed address',
    as: 'account',
    needs: ['addressId'],
    request: ({ addressId }) => ({ body: { address_id: addressId } }),
    status: 404,
  },
  {
    name: 'addresses.list',
    title: 'no longer lists the address',
    as: 'account',
    needs: ['addressId'],
    status: 200,
  },
  {
    name: 'addresses.delete',
    title: 'removes the address of the second account',
    as: 'other',
    needs: ['otherAddressId'],
    request: ({ otherAddressId }) => ({ body: { address_id: otherAddressId } }),
    status: 200,
    removes: 'other address',
  },
]
