import { expect, test } from 'vitest'
import { app, bearer, refusalOf, removeExtensions, send, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

const ADDRESS = {
  contact_person_name: 'Amina',
  contact_person_number: '0772123456',
  address_type: 'home',
  address: 'Kololo',
}

const CRASH = [500, 'Server Error']

/** The customers of the catalogue. */
const [DEMO_CUSTOMER, OTHER_CUSTOMER] = [1, 2]

const clientOf = (customer: number) => app.client(app.tokenOf(customer))
const list = (customer = DEMO_CUSTOMER) => clientOf(customer)('GET /customer/address/list')
const add = (change: object = {}) =>
  send('POST', '/api/v1/customer/address/add', { ...ADDRESS, ...change }, bearer())
const remove = (address_id: unknown) =>
  send('DELETE', '/api/v1/customer/address/delete', { address_id }, bearer())

test('returns a new address with its customer and time, and lists it first', async () => {
  const { body } = await add({ road: 'Acacia Avenue' })
  const time = '2026-11-20T09:00:00.000000Z'
  const dates = { created_at: time, updated_at: time }
  expect(body).toMatchObject({
    ...ADDRESS,
    ...dates,
    user_id: DEMO_CUSTOMER,
    road: 'Acacia Avenue',
    floor: null,
  })
  const addresses = await list()
  expect(addresses[0]).toEqual(body)
  expect(addresses.map(({ id }) => id)).toEqual([body.id, 2, 1])
})

test('lists and removes the addresses of its customer only', async () => {
  expect((await list(OTHER_CUSTOMER)).map(({ id }) => id)).toEqual([3])
  expect((await remove(3)).refusal).toEqual([404, 'No such data found!'])
  expect((await list(OTHER_CUSTOMER)).map(({ id }) => id)).toEqual([3])
  expect((await remove(1)).body).toEqual({ message: 'successfully removed!' })
  expect((await list()).map(({ id }) => id)).toEqual([2])
  expect((await remove(1)).refusal).toEqual([404, 'No such data found!'])
})

test('removes the address whose number a text begins with, as the database reads it', async () => {
  expect((await remove('1st')).status).toBe(200)
  expect((await remove('first')).refusal).toEqual([404, 'No such data found!'])
  expect((await list()).map(({ id }) => id)).toEqual([2])
})

test.each([
  [{ address: ['x'] }, CRASH],
  [{ contact_person_number: '1'.repeat(21) }, CRASH],
  [{ floor: '1'.repeat(11) }, CRASH],
  [{ address_type: '   ' }, [403, 'The address type field is required.']],
])('refuses an address with %o, and stores nothing', async (change, refusal) => {
  expect((await add(change)).refusal).toEqual(refusal)
  expect(await list()).toHaveLength(2)
})

test('stores numbers as text, and a text that fills its column', async () => {
  const change = { contact_person_number: '1'.repeat(20), floor: null, road: 7 }
  expect((await add(change)).body).toMatchObject({ ...change, road: '7' })
})

test('without createdAddress, a new address is not returned', async () => {
  await removeExtensions('createdAddress')
  expect((await add()).body).toEqual({ message: 'successfully added!' })
})

test('guests of build 7.7 share a list of marked addresses, which customers do not see', async () => {
  await app.control('POST /worlds', { body: { name: 'later', profile: '7.7' } })
  const { client, tokenOf } = app.inWorld('later')
  const [guest, customer] = [client(), client(tokenOf(DEMO_CUSTOMER))]
  await guest('POST /customer/address/add', { body: ADDRESS })
  expect(await guest('GET /customer/address/list')).toMatchObject([{ address: 'Kololo', is_guest: 1 }])
  await customer('POST /customer/address/add', { body: { ...ADDRESS, address: 'Ntinda' } })
  const [added, ...seeded] = await customer('GET /customer/address/list')
  expect(added).toMatchObject({ address: 'Ntinda', is_guest: 0 })
  expect(seeded).toHaveLength(2)
  expect(await guest('GET /customer/address/list')).toHaveLength(1)
  const body = { address_id: added?.id ?? 0 }
  expect(await refusalOf(guest('DELETE /customer/address/delete', { body }))).toEqual([404, undefined])
})

test('build 7.1 has no mark for the addresses of guests', async () => {
  expect((await list())[0]).not.toHaveProperty('is_guest')
})
