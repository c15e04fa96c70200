import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { call } from '../../api/api.ts'
import { getToken, tokenCacheKey } from '../../api/session.ts'
import { runExclusive } from '../../platform/locks.ts'
import { getWishes, saveWishes } from './wish-queue.ts'

/** Sends the queued changes in order, in one tab at a time. Drops refused changes; stops if the network fails. */
export async function sendWishes(client: QueryClient): Promise<void> {
  await runExclusive('kitabo-wishes', async () => {
    const owner = tokenCacheKey(getToken())
    for (;;) {
      const wish = getWishes().find((each) => each.owner === owner)
      if (!wish || getToken() === null) return
      const { product, isRemoval } = wish
      const body = { product_ids: [product.id] }
      try {
        if (isRemoval) await call('DELETE /customer/wish-list/remove', { body })
        else await call('POST /customer/wish-list/add', { body })
      } catch (error) {
        if (!(error instanceof ApiError)) return
        console.info(error.message)
      }
      saveWishes(getWishes().filter((each) => each.product.id !== product.id || each.isRemoval !== isRemoval))
    }
  })
  await client.invalidateQueries({ queryKey: ['wishlist'] })
}
