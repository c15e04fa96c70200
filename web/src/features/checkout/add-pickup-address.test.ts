import { createTestApp } from 'mock-server/test/test-app'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import { paidPens } from '../../../test/payment.ts'
import { buildWith } from '../../../test/settings.ts'
import { getOwner, setToken } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { pickupAddress } from '../../domain/pickup-address.ts'
import { isPickupOrder, withPickupAddress } from './add-pickup-address.ts'

const delivered = {
  address: { id: 3, address: 'Plot 5', latitude: 0, longitude: 0 },
  distance: 1,
  fee: 0,
  note: '',
}

test('a payment without its delivery is a pickup if its address is that of pickups', async () => {
  const withAddress = (delivery_address_id: number | null) => ({
    ...paidPens,
    delivery: null,
    payload: { ...paidPens.payload, delivery_address_id },
  })
  expect([paidPens, { ...paidPens, delivery: delivered }].map(isPickupOrder)).toEqual([true, false])
  expect([withAddress(null), withAddress(3)].map(isPickupOrder)).toEqual([true, false])
  buildWith({ VITE_PICKUP_ADDRESS_ID: '17' })
  const anew = await import('./add-pickup-address.ts')
  expect([withAddress(17), withAddress(null)].map(anew.isPickupOrder)).toEqual([true, false])
})

/** Stubs the host. `change` changes the list of addresses that it returns. */
async function customerWithout(change: (list: unknown[]) => unknown[] = (list) => list, config = 200) {
  const emulator = await createTestApp({ extensions: { createdAddress: false } })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (String(url).endsWith('/config') && config !== 200) return new Response('', { status: config })
    const response = await emulator.fetch(url, init)
    if (!String(url).endsWith('/address/list')) return response
    return Response.json(change((await response.json()) as unknown[]))
  })
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await emulator.close()
  })
  setToken(emulator.tokenOf())
  const owner = getOwner()
  if (owner === null) throw new Error('Nobody is logged in.')
  const order = { ...paidPens, owner }
  const list = () => emulator.client(emulator.tokenOf())('GET /customer/address/list')
  return { order, list }
}

test('the address of a payer without a name and a phone number has those of the shop', async () => {
  const { order, list } = await customerWithout(undefined, 500)
  const payer = { email: 'a@kitabo.example', name: '', phone_number: '' }
  const { payload } = await withPickupAddress({ ...order, payer })
  const added = (await list()).find(({ id }) => id === payload.delivery_address_id)
  expect(added).toMatchObject({
    address: expect.stringMatching(/^Collect at /),
    contact_person_name: store.name,
    contact_person_number: store.phones[0].replaceAll(' ', ''),
  })
})

test('an address that the host has added, but does not list, is an error', async () => {
  const { order } = await customerWithout(() => [])
  await expect(withPickupAddress(order)).rejects.toThrow('does not list the address')
})

test('of several pickup points among the addresses, the oldest one that the shop can read is used', async () => {
  expectOnConsole(/does not match its contract/)
  const row = pickupAddress('Wandegeya', { name: 'Ada', phone: '0772123456' })
  const { order } = await customerWithout((list) => [
    ...list,
    ...['x', 12, 9, 10].map((id) => ({ ...row, id })),
  ])
  expect((await withPickupAddress(order)).payload.delivery_address_id).toBe(9)
})
