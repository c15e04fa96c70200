import type { addresses } from '../src/resources/addresses.ts'
import { field, idOf, objectsOf } from './extract.ts'
import type { CasesOf } from './provider-case.ts'

const address = {
  address_type: 'Home',
  contact_person_name: 'contract-test',
  contact_person_number: '+256700000009',
  address: 'contract-test address, Kampala',
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
      cleanup: 'undone by DELETE /customer/address/delete of the same address',
      leaves: { what: 'address', text: () => `an address "${address.address}"` },
      outputs: ['addressId'],
      extract: (body) => {
        const id = idOf(field(body, 'id'))
        return id === null ? {} : { addressId: Number(id) }
      },
    },
    {
      title: 'lists all missing fields',
      as: 'customer',
      request: { body: { address_type: 'Home', house: 'contract-test' } },
      status: 403,
    },
    {
      title: 'returns 401 without a token',
      request: { body: { contact_person_name: 'contract-test' } },
      status: 401,
      statusIn77: 403,
    },
  ],
  list: [
    {
      title: "lists the customer's addresses",
      as: 'customer',
      status: 200,
      outputs: ['addressId'],
      // Public builds return no id for a new address, so the id is looked up by the address text.
      extract: (body, values) => {
        if (values.addressId !== undefined) return {}
        const saved = objectsOf(body).filter((row) => row.address === address.address)
        const ids = saved.map((row) => Number(idOf(row.id))).filter((id) => id > 0)
        return ids.length === 0 ? {} : { addressId: Math.max(...ids) }
      },
    },
    { title: 'returns 401 without a token', status: 401, statusIn77: 200 },
  ],
  delete: [
    {
      title: 'removes the address',
      as: 'customer',
      inputs: ['addressId'],
      request: ({ addressId }) => ({ body: { address_id: addressId } }),
      status: 200,
      cleanup: 'nothing to undo: an earlier case added the address',
      removes: 'address',
    },
    {
      title: 'returns 404 for a removed address',
      as: 'customer',
      inputs: ['addressId'],
      request: ({ addressId }) => ({ body: { address_id: addressId } }),
      status: 404,
    },
    { title: 'rejects a request without an id', as: 'customer', request: { body: {} }, status: 403 },
    { title: 'returns 401 without a token', request: { body: {} }, status: 401, statusIn77: 403 },
  ],
}
