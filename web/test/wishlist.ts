import { createTestApp } from 'mock-server/test/test-app'

/** Returns an emulator whose customer has exactly the given products in the wishlist. */
export async function emulatorWithWishes(...ids: number[]) {
  const emulator = await createTestApp()
  const client = emulator.client(emulator.tokenOf())
  const before = await client('GET /customer/wish-list/')
  const stored = before.products.map(({ id }) => id)
  if (stored.length > 0) await client('DELETE /customer/wish-list/remove', { body: { product_ids: stored } })
  if (ids.length > 0) await client('POST /customer/wish-list/add', { body: { product_ids: ids } })
  return emulator
}
