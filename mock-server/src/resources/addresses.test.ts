import { expect, test } from 'vitest'
import { createTestApp } from '../../test/test-app.ts'

const ADDRESS = {
  contact_person_name: 'Amina',
  contact_person_number: '0772123456',
  address_type: 'home',
  address: 'Kololo',
}

test('build 7.7 marks the addresses of guests', async () => {
  const app = await createTestApp({ profile: '7.7' })
  for (const [client, isGuest] of [
    [app.client(), 1],
    [app.client(app.tokenOf()), 0],
  ] as const) {
    await client('POST /customer/address/add', { body: ADDRESS })
    const [added] = await client('GET /customer/address/list')
    expect(added).toMatchObject({ address: 'Kololo', is_guest: isGuest })
  }
  await app.close()
})

test('build 7.1 has no mark for the addresses of guests', async () => {
  const app = await createTestApp()
  const client = app.client(app.tokenOf())
  await client('POST /customer/address/add', { body: ADDRESS })
  expect((await client('GET /customer/address/list'))[0]).not.toHaveProperty('is_guest')
  await app.close()
})
