import type { addresses } from '../src/addresses.ts'
import type { CasesOf } from './case.ts'

const address = {
  address_type: 'Home',
  contact_person_name: 'Contract Test',
  contact_person_number: '+256700000009',
  address: 'Contract test address, Kampala',
  latitude: '0.3476',
  longitude: '32.5825',
  road: 'N/A',
  floor: 'N/A',
  house: 'N/A',
}

export const addressesCases: CasesOf<typeof addresses> = {
  add: [
    {
      title: 'saves an address',
      as: 'customer',
      request: { body: address },
      status: 200,
      learns: (body) => ({ addressId: (body as { id?: number }).id as number }),
    },
    {
      title: 'names every missing field',
      as: 'customer',
      request: { body: { address_type: 'Home' } },
      status: 403,
    },
    { title: 'refuses a stranger', request: { body: address }, status: 401 },
  ],
  list: [
    { title: "lists the customer's addresses", as: 'customer', status: 200 },
    { title: 'refuses a stranger', status: 401 },
  ],
  delete: [
    {
      title: 'removes the address again',
      as: 'customer',
      needs: ['addressId'],
      request: ({ addressId }) => ({ body: { address_id: addressId } }),
      status: 200,
    },
    {
      title: 'answers 404 with a message for an address that is not there',
      as: 'customer',
      request: { body: { address_id: 999_999_999 } },
      status: 404,
    },
    { title: 'refuses a call without an id', as: 'customer', request: { body: {} }, status: 403 },
    { title: 'refuses a stranger', request: { body: { address_id: 1 } }, status: 401 },
  ],
}
