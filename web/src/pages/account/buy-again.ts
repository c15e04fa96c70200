import type { QueryClient } from '@tanstack/react-query'
import { getSession } from '../../api/session.ts'
import type { OrderedLine } from '../../domain/cart-item.ts'
import { fillDraft } from '../../domain/draft.ts'
import { addLinesWithinStock, explainShortfall } from '../../features/cart/add-lines.ts'
import { fetchCurrentProducts } from '../../features/catalogue/fetch-current-products.ts'

/** The maximum time for which "Buy again" waits for today's prices, in milliseconds. */
const PRICE_TIMEOUT_MS = 15_000

/**
 * Adds the lines of an earlier order to the cart at today's prices, and its note to the next delivery.
 * @returns messages that explain what was not added
 */
export async function buyAgain(
  client: QueryClient,
  lines: readonly OrderedLine[],
  note: string,
): Promise<string[]> {
  const session = getSession()
  const products = await fetchCurrentProducts(client, lines, { timeoutMs: PRICE_TIMEOUT_MS })
  // The customer has logged out meanwhile, which has emptied the cart.
  if (getSession() !== session) return []
  if ([...products.values()].every(({ status }) => status === 'failed'))
    return ["Nothing was added, because today's prices didn't load. Please try again."]
  const shortfalls = addLinesWithinStock(lines, products)
  const isAdded = shortfalls.length < lines.length || shortfalls.some(({ added }) => added > 0)
  if (isAdded && note !== '') fillDraft('deliveryDraft', { note })
  const problems = shortfalls.map(explainShortfall)
  return isAdded || problems.length < 2 ? problems : ['Nothing was added.', ...problems]
}
