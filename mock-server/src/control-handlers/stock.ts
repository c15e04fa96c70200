import type { Control } from '../control-api/control.ts'
import { MAX_LISTED_PRODUCTS } from '../control-api/stock.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { refreshProductJson } from '../resources/products.ts'
import { selectAll, selectOne, update } from '../world/queries.ts'

type StockRow = { id: number; name: string | null; stock: number; price: number }

export const stockHandlers: Handlers<Control['stock']> = {
  list: ({ world, query }) => ({
    status: 200,
    body: {
      products: selectAll<StockRow>(
        world,
        "SELECT id, name, stock, price FROM products WHERE @name = '' OR instr(lower(name), lower(@name)) > 0 ORDER BY id LIMIT @limit",
        // SQLite ends text at a NUL, which no name contains.
        { name: (query.name ?? '').replaceAll('\0', '\ufffd'), limit: MAX_LISTED_PRODUCTS },
      ),
    },
  }),

  change: ({ world, body }) => {
    const sql = 'SELECT id, name, stock, price FROM products WHERE id = ?'
    const row = selectOne<StockRow>(world, sql, body.id)
    if (!row) return refuseWithMessage(404, `((There is no product ${body.id}.))`)
    const next = { ...row, stock: body.stock ?? row.stock, price: body.price ?? row.price }
    const now = world.clock.now()
    world.transaction(() => {
      const change = 'SET price = ?, stock = ?, updated_at = ? WHERE id = ?'
      update(world, 'products', change, next.price, next.stock, now, row.id)
      refreshProductJson(world, row.id)
    })
    return { status: 200, body: next }
  },
}
