import { z } from 'zod'
import { controlEndpoint } from './control-endpoint.ts'

const StockLevel = z
  .object({ id: z.int(), name: z.string().nullable(), stock: z.int(), price: z.int() })
  .meta({ id: 'StockLevel' })

/** The largest number of products in a list. */
export const MAX_LISTED_PRODUCTS = 50

export const stockControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/stock',
    summary: `Up to ${MAX_LISTED_PRODUCTS} products whose names contain a text.`,
    query: z.strictObject({ name: z.string().optional() }),
    responses: { 200: z.object({ products: z.array(StockLevel) }) },
  }),
  change: controlEndpoint({
    method: 'POST',
    path: '/stock',
    summary: 'Sets the stock or the price of a product.',
    body: z.strictObject({ id: z.int(), stock: z.int().min(0).optional(), price: z.int().min(0).optional() }),
    responses: { 200: StockLevel },
  }),
}
